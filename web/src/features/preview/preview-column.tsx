import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Clapperboard from 'lucide-react/icons/clapperboard';
import ImageIcon from 'lucide-react/icons/image';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchRecentGenerations } from '#lib/api/generations.ts';
import { useAccount } from '#product/account/account-store.ts';
import type { GenerationEntry } from '#product/generation/generations-state.ts';
import { applyGenerations, useGenerations } from '#product/generation/generations-store.ts';
import { sampleIds } from '#product/generation/sample-prompts.ts';
import type { Showcase } from '#product/generation/showcase.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
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
  const entries = useGenerations(medium).filter(({ generation }) => !hiddenIds.has(generation.id));
  return (
    <section aria-label={t('title')} className="mx-auto grid w-full max-w-4xl gap-10 p-4 sm:p-6 wide:py-8">
      <h2 className="sr-only">{t('title')}</h2>
      <LiveStatus entries={entries} />
      {showcase ? <ShowcaseVideo key={showcase.videoUrl} showcase={showcase} /> : null}
      {entries.map((entry) => (
        <GenerationCard key={entry.key} {...{ entry, onRetry, onShowDetails, renderResult }} />
      ))}
      {entries.length === 0 ? chooseEmpty() : null}
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

/** The empty state: what will appear here, and sample prompts that fill in the form. */
function PreviewPlaceholder({ medium }: { medium: PublicGeneration['medium'] }) {
  const { t } = useTranslation(['preview', 'create']);
  const Icon = medium === 'image' ? ImageIcon : Clapperboard;
  return (
    <div className="grid gap-2 wide:min-h-[60dvh] wide:content-center">
      <EmptyState
        picture={<Icon size={40} strokeWidth={1.25} />}
        title={t(`preview:empty.title_${medium}`)}
        text={t('preview:empty.text')}
      />
      <ul className="grid gap-2 sm:grid-cols-2">
        {sampleIds[medium].map((id) => (
          <li key={id}>
            <Link
              to="."
              search={{ prompt: t(`create:samples.${id}.prompt`) }}
              className="block h-full rounded-lg bg-surface p-4 transition-colors duration-150 hover:bg-raised"
            >
              <span className="block text-sm font-medium">{t(`create:samples.${id}.title`)}</span>
              <span className="mt-1 line-clamp-2 text-sm text-ink-faint">
                {t(`create:samples.${id}.prompt`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
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

type Reading = 'nothing' | 'loading' | 'read' | 'failed';

/** Loads the newest twenty of a medium into the store once per visit; after that, socket events keep it current. */
function useRecentGenerations(medium: PublicGeneration['medium']) {
  const account = useAccount();
  const userId = account.info?.user.id;
  const [reading, setReading] = useState<Reading>('nothing');

  const read = useCallback(
    async (signal?: AbortSignal) => {
      setReading('loading');
      try {
        applyGenerations(await fetchRecentGenerations(medium, signal));
        setReading('read');
      } catch (error) {
        if (signal?.aborted) return;
        console.warn('Could not load the latest generations', error);
        setReading('failed');
      }
    },
    [medium],
  );

  useEffect(() => {
    if (userId === undefined) return;
    const controller = new AbortController();
    void read(controller.signal);
    return () => controller.abort();
  }, [userId, read]);

  const isLoading =
    account.status === 'loading' || reading === 'loading' || (userId !== undefined && reading === 'nothing');
  return { isLoading, isFailed: reading === 'failed', readAgain: () => void read() };
}
