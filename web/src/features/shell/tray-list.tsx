import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { formatRelativeTime } from '#lib/format.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { serverNow } from '#lib/server-time.ts';
import { useStore } from '#lib/store.ts';
import { useNow } from '#lib/use-now.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { cancelGeneration, fetchGeneration } from '#product/api/generations.ts';
import { generationTarget } from '#product/generation/actions/generation-target.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { CourseBar } from '#product/generation/progress/course-bar.tsx';
import { followCourse } from '#product/generation/progress/progress.ts';
import { useStageLabel } from '#product/generation/progress/stage-label.ts';
import type { GenerationEntry } from '#product/generation/store/generations-state.ts';
import {
  applyGeneration,
  generationsStore,
  useRunningGenerations,
} from '#product/generation/store/generations-store.ts';
import { forgetEnd, markSeen, unseenIds, useRecentEnds } from '#product/generation/store/recent-ends.ts';
import { WaitingLine } from '#product/line/waiting-line.tsx';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { IconButton } from '#ui/icon-button.tsx';

// Apart, because the shell names every file that the tray needs before it is shown.
const NoticeSwitch = lazyPart(
  async () => (await import('#product/notifications/notice-switch.tsx')).NoticeSwitch,
);

type TrayListProps = {
  onFollow: () => void;
  /** Has the switch for notifications below; a page, where it would move with the list, leaves it to the account. */
  hasSwitch?: boolean;
};

/** Running generations and the last that ended, each linked to the page that shows it. */
export function TrayList({ onFollow, hasSwitch = true }: TrayListProps) {
  const { t } = useTranslation('tray');
  const open = useRunningGenerations();
  const running = open.filter(({ generation }) => generation.status !== 'waiting');
  const ended = useEnded();
  const hasUnseen = ended.some(({ isSeen }) => !isSeen);
  return (
    <>
      {open.length === 0 && ended.length === 0 ? (
        <p className="px-2 py-3 text-sm text-ink-soft">{t('empty')}</p>
      ) : null}
      {running.length > 0 ? (
        <Section title={t('running', { count: running.length })}>
          {running.map((entry) => (
            <RunningItem key={entry.key} entry={entry} onFollow={onFollow} />
          ))}
        </Section>
      ) : null}
      {open.length > running.length ? (
        <div className="px-2 py-1">
          <WaitingLine onFollow={onFollow} />
        </div>
      ) : null}
      {ended.length > 0 ? (
        <Section
          title={t('ended')}
          action={
            hasUnseen ? (
              <button
                type="button"
                onClick={() => markSeen(unseenIds())}
                className="rounded-sm text-accent-text hover:underline"
              >
                {t('markSeen')}
              </button>
            ) : null
          }
        >
          {ended.map(({ generation, isSeen }) => (
            <EndedItem key={generation.id} generation={generation} isSeen={isSeen} onFollow={onFollow} />
          ))}
        </Section>
      ) : null}
      {hasSwitch ? (
        <div className="border-t border-line px-2 pt-2 pb-1">
          <Suspense fallback={<div className="h-14" />}>
            <NoticeSwitch />
          </Suspense>
        </div>
      ) : null}
    </>
  );
}

type SectionProps = { title: string; action?: ReactNode; children: ReactNode };

function Section({ title, action, children }: SectionProps) {
  return (
    <section aria-label={title} className="pb-1">
      <div className="flex items-center justify-between gap-3 px-2 py-1.5 text-xs text-ink-faint">
        <h2>{title}</h2>
        {action}
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">{children}</ul>
    </section>
  );
}

const itemClassName = 'flex min-w-0 flex-1 items-center gap-3 rounded-md p-2 hover:bg-hover';

function RunningItem({ entry, onFollow }: { entry: GenerationEntry; onFollow: () => void }) {
  const { t } = useTranslation('tray');
  const { key, generation } = entry;
  const course = followCourse(key, generation, useNow(true));
  const stage = useStageLabel(generation, course);
  const name = useName(generation);
  const { isRunning, run } = useSingleRun(showErrorToast);
  const cancel = () => run(async () => applyGeneration(await cancelGeneration(generation.id)));
  return (
    <li className="flex items-center gap-1">
      <Link {...generationTarget(generation)} onClick={onFollow} className={itemClassName}>
        <Thumbnail generation={generation} />
        <span className="min-w-0 flex-1">
          <span title={name} dir="auto" className="block truncate text-sm font-medium">
            {name}
          </span>
          <span title={stage} className="mb-1 block truncate text-xs text-ink-faint tabular-nums">
            {stage}
          </span>
          <CourseBar label={t('progress', { name })} generation={generation} course={course} />
        </span>
      </Link>
      {generation.can_cancel ? (
        <IconButton
          label={t('cancel', { name })}
          isSmall
          tooltipSide="left"
          aria-busy={isRunning}
          onClick={cancel}
          className="pointer-coarse:size-11"
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      ) : (
        <span className="w-8 pointer-coarse:w-11" />
      )}
    </li>
  );
}

type EndedItemProps = { generation: PublicGeneration; isSeen: boolean; onFollow: () => void };

function EndedItem({ generation, isSeen, onFollow }: EndedItemProps) {
  const { t, i18n } = useTranslation(['shell', 'tray', 'preview']);
  const { id, status, credits, finished_at, created_at } = generation;
  const isBack = status === 'failed' && credits.released > 0;
  const facts = [
    t(`shell:status.${status}`, { defaultValue: status }),
    isBack
      ? t('preview:returned', { count: credits.released })
      : formatRelativeTime(Date.parse(finished_at ?? created_at), serverNow(), i18n.language),
  ];
  const name = useName(generation);
  const follow = () => {
    markSeen([id]);
    onFollow();
  };
  return (
    <li>
      <Link {...generationTarget(generation)} onClick={follow} className={itemClassName}>
        <Thumbnail generation={generation} />
        <span className="min-w-0 flex-1">
          <span title={name} className="block truncate text-sm font-medium">
            {name}
          </span>
          <span title={facts.join(' · ')} className="block truncate text-xs text-ink-faint">
            {facts.join(' · ')}
          </span>
        </span>
        {isSeen ? null : (
          <span className="size-2 shrink-0 rounded-full bg-accent-text">
            <span className="sr-only">{t('tray:unseen')}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function useName({ prompt, kind }: PublicGeneration): string {
  const { t } = useTranslation('kinds');
  return makeExcerpt(prompt, 80) || t(`kinds.${kind}.title`);
}

/** The generations that ended; those that this page does not know, after a reload, are read by their ids. */
function useEnded(): { generation: PublicGeneration; isSeen: boolean }[] {
  const ends = useRecentEnds();
  const { entries, deletedIds } = useStore(generationsStore);
  const missing = ends.map(({ id }) => id).filter((id) => !entries.has(id) && !deletedIds.has(id));
  const missingIds = missing.join();
  useEffect(() => {
    for (const id of missingIds.split(',').filter(Boolean)) {
      fetchGeneration(id).then(applyGeneration, (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) forgetEnd(id);
        else console.warn('A generation that ended could not be read', error);
      });
    }
  }, [missingIds]);
  return ends.flatMap(({ id, isSeen }) => {
    const entry = deletedIds.has(id) ? undefined : entries.get(id);
    return entry ? [{ generation: entry.generation, isSeen }] : [];
  });
}
