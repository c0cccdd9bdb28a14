import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Clapperboard from 'lucide-react/icons/clapperboard';
import ImageIcon from 'lucide-react/icons/image';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Part } from '#lib/parts/lazy-part.tsx';
import { useStore } from '#lib/store.ts';
import { useRead } from '#lib/use-read.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchRecentGenerations } from '#product/api/generations.ts';
import type { Showcase } from '#product/generation/pictures/showcase.ts';
import { usePublishedSiblings } from '#product/generation/store/generation-siblings.ts';
import { type GenerationEntry, hasEnded } from '#product/generation/store/generations-state.ts';
import { applyGenerations, useGenerations } from '#product/generation/store/generations-store.ts';
import { getLibraryType, isHeard, isStill } from '#product/media-facts.build.ts';
import { Button } from '#ui/button.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { arrangeEntries, dismissedIds, isRow } from './ended-rows.ts';
import { GenerationCard, type GenerationCardActions, type ResultRenderer } from './generation-card.tsx';
import { ShowcaseVideo } from './showcase-video.tsx';

type PreviewColumnProps = GenerationCardActions &
  ResultRenderer & {
    medium: PublicGeneration['medium'];
    /** Generations whose deletion is pending. */
    hiddenIds: ReadonlySet<string>;
    showcase?: Showcase;
    /** Replaces the default empty state. */
    placeholder?: ReactNode;
  };

/** The user's newest generations of a medium, updated live. */
export function PreviewColumn(props: PreviewColumnProps) {
  const { medium, hiddenIds, showcase, placeholder, onRetry, onShowDetails, renderResult } = props;
  const { t } = useTranslation('preview');
  const recent = useRecentGenerations(medium);
  const dismissed = useStore(dismissedIds);
  const known = useGenerations(medium);
  const entries = useMemo(
    () =>
      known
        .filter(({ generation }, place) => place < maxRecent || !hasEnded(generation.status))
        .filter(({ generation: { id } }) => !hiddenIds.has(id) && !dismissed.includes(id)),
    [known, hiddenIds, dismissed],
  );
  usePublishedSiblings(
    useMemo(() => ({ generations: entries.map(({ generation }) => generation), isWhole: true }), [entries]),
  );
  const { shown, folded, heroKey } = arrangeEntries(entries);
  const actions = { onRetry, onShowDetails, renderResult };
  return (
    <section
      aria-label={t('title')}
      className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] p-4 sm:p-6 wide:py-8"
    >
      <h2 id="preview-title" tabIndex={-1} className="sr-only">
        {t('title')}
      </h2>
      <LiveStatus entries={entries} />
      {showcase ? (
        <div className="mb-10">
          <ShowcaseVideo key={showcase.videoUrl} showcase={showcase} />
        </div>
      ) : null}
      {shown.map((entry, index) => (
        <div key={entry.key} className={gapAbove(shown[index - 1], entry)}>
          <Part>
            <GenerationCard
              entry={entry}
              isHero={entry.key === heroKey}
              isBesideHero={heroKey !== undefined}
              {...actions}
            />
          </Part>
          {entry.key === heroKey && folded.length > 0 ? <FoldedRows entries={folded} {...actions} /> : null}
        </div>
      ))}
      {entries.length === 0 ? chooseEmpty() : null}
      {known.length >= maxRecent ? <OlderLink medium={medium} /> : null}
    </section>
  );

  function chooseEmpty() {
    if (recent.isLoading) return <PreviewLoading />;
    if (recent.isFailed) {
      return (
        <ErrorState title={t(`loadFailed_${medium}`)} retryLabel={t('tryAgain')} onRetry={recent.readAgain} />
      );
    }
    return placeholder ?? <PreviewPlaceholder medium={medium} />;
  }
}

/** Rows lie close together, and so does what runs; a result stands apart. */
function gapAbove(above: GenerationEntry | undefined, entry: GenerationEntry): string | undefined {
  if (!above) return undefined;
  if (isRow(above) && isRow(entry)) return 'mt-1.5';
  return hasEnded(above.generation.status) ? 'mt-10' : 'mt-4';
}

/** Failures that are older than the newest result, closed. */
function FoldedRows({ entries, ...actions }: GenerationCardActions & { entries: GenerationEntry[] }) {
  const { t } = useTranslation('preview');
  const dismissAll = (button: HTMLElement) => {
    button.closest('section')?.querySelector('h2')?.focus();
    dismissedIds.add(entries.map(({ generation }) => generation.id));
  };
  return (
    <div className="mt-6">
      <Collapsible title={t('didNotWork', { count: entries.length })}>
        <div className="grid gap-1.5">
          {entries.map((entry) => (
            <GenerationCard key={entry.key} entry={entry} {...actions} />
          ))}
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          onClick={(event) => dismissAll(event.currentTarget)}
        >
          {t('dismissAll')}
        </Button>
      </Collapsible>
    </div>
  );
}

/** Announces the newest generation's state to screen readers, on each change of stage rather than every second. */
function LiveStatus({ entries }: { entries: readonly GenerationEntry[] }) {
  const { t } = useTranslation(['preview', 'shell']);
  const newest = entries[0]?.generation;
  const labels: Partial<Record<string, string>> = {
    completed: t('shell:stage.done'),
    partial: t('preview:partial.title'),
    failed: t('preview:failed'),
    cancelled: t('preview:cancelled'),
  };
  return (
    <p role="status" className="sr-only">
      {newest ? (labels[newest.status] ?? t(`shell:stage.${newest.progress.stage}`)) : null}
    </p>
  );
}

/** Link to the library, for generations that do not fit into the column. */
function OlderLink({ medium }: { medium: PublicGeneration['medium'] }) {
  const { t } = useTranslation('preview');
  return (
    <Link
      to="/creator/history/$type"
      params={{ type: getLibraryType[medium] }}
      className="mt-8 justify-self-center rounded-sm text-sm text-ink-soft underline underline-offset-4 hover:text-ink"
    >
      {t('older')}
    </Link>
  );
}

/** The empty state: what will appear here. */
function PreviewPlaceholder({ medium }: { medium: PublicGeneration['medium'] }) {
  const { t } = useTranslation('preview');
  const Icon = isStill[medium] ? ImageIcon : Clapperboard;
  return (
    <div className="grid wide:min-h-[60dvh] wide:content-center">
      <EmptyState
        picture={<Icon size={40} strokeWidth={1.25} />}
        title={t(`empty.title_${medium}`)}
        text={t(isHeard[medium] ? 'empty.text_audio' : 'empty.text')}
      />
    </div>
  );
}

function PreviewLoading() {
  const { t } = useTranslation('preview');
  return (
    <p
      role="status"
      className="shimmer grid aspect-video w-full place-items-center rounded-lg bg-raised text-sm text-ink-soft"
    >
      {t('loading')}
    </p>
  );
}

/** Most recent generations, as many as one read returns: a page does not grow while it stays open for a day. */
const maxRecent = 20;

/** Loads the newest twenty of a medium into the store once per visit; after that, socket events keep it current. */
function useRecentGenerations(medium: PublicGeneration['medium']) {
  const account = useAccount();
  const userId = account.info?.user.id;
  const { isReading, isFailed, readAgain } = useRead(userId && `${userId} ${medium}`, async (signal) =>
    applyGenerations(await fetchRecentGenerations(medium, signal)),
  );
  return { isLoading: account.status === 'loading' || isReading, isFailed, readAgain };
}
