import type { PublicGeneration } from '@atelier/contract';
import { useRouterState } from '@tanstack/react-router';
import Clapperboard from 'lucide-react/icons/clapperboard';
import ImageIcon from 'lucide-react/icons/image';
import { type ComponentType, type ReactNode, type Ref, Suspense, useMemo, useState } from 'react';
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
import { dismissedIds } from '#product/kept/dismissed-ids.ts';
import { LazyWaitingLine } from '#product/line/lazy-waiting-line.ts';
import { asksForStandIn } from '#product/line/stand-in-asked.ts';
import { isStill } from '#product/media-facts.build.ts';
import { Button } from '#ui/button.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { GenerationCard, type GenerationCardActions, type ResultRenderer } from './generation-card.tsx';
import { type LargeSelection, LargeWork, useLargeSelection } from './large-work.tsx';
import { RunningTile } from './running-tile.tsx';
import { ShowcaseVideo } from './showcase-video.tsx';
import { arrangeStage, chooseHero, type Hero } from './stage-order.ts';

/** The newest works of a page beside the large one, drawn by the library. */
export type NewestProps = {
  medium: PublicGeneration['medium'];
  /** Finished and running works, the newest first; a work keeps its key when the server has given it an id. */
  works: readonly Pick<GenerationEntry, 'key' | 'generation'>[];
  renderRunning: (generation: PublicGeneration, heightPx: number) => ReactNode;
  /** The large work, which a long press selects with the others. */
  large: PublicGeneration | undefined;
  largeRef: Ref<LargeSelection>;
  /** Reports whether the large work is selected. */
  onLarge: (isSelected: boolean) => void;
};

type PreviewColumnProps = GenerationCardActions &
  ResultRenderer & {
    medium: PublicGeneration['medium'];
    /** Generations whose deletion is pending. */
    hiddenIds: ReadonlySet<string>;
    showcase?: Showcase;
    /** Renders what an empty stage offers; where there is nothing to offer, what will appear here. */
    renderEmpty: (placeholder: ReactNode) => ReactNode;
    Newest: ComponentType<NewestProps>;
  };

/** The stage of a form: the user's newest generation of a medium large, the others below it, updated live. */
export function PreviewColumn(props: PreviewColumnProps) {
  const { medium, hiddenIds, showcase, Newest, onRetry, onShowDetails, renderResult } = props;
  const { t } = useTranslation('preview');
  const recent = useRecentGenerations(medium);
  const entries = useStageEntries(medium, hiddenIds);
  usePublishedSiblings(
    useMemo(() => ({ generations: entries.map(({ generation }) => generation), isWhole: true }), [entries]),
  );
  const [heroKey, setHeroKey] = useHeroKey(entries, recent.isLoading);
  const [endedBatches, setEndedBatches] = useState<ReadonlySet<string>>(new Set());
  const endTakes = (key: string | undefined) => {
    setEndedBatches(new Set([...endedBatches, hero?.generation.batch_id ?? '']));
    setHeroKey(key);
  };
  const { hero, takes, rows, folded, works } = useMemo(
    () => arrangeStage(entries, heroKey, endedBatches),
    [entries, heroKey, endedBatches],
  );
  const actions = { onRetry, onShowDetails, renderResult };
  const selection = useLargeSelection();
  return (
    <section
      aria-label={t('title')}
      className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:p-5"
    >
      <h2 id="preview-title" tabIndex={-1} className="sr-only">
        {t('title')}
      </h2>
      <LiveStatus entries={entries} />
      {showcase ? <ShowcaseVideo key={showcase.videoUrl} showcase={showcase} /> : null}
      {hero ? (
        <LargeWork
          {...actions}
          hero={hero}
          takes={takes}
          works={works}
          entries={entries}
          selection={selection}
          onChoose={setHeroKey}
          onEndTakes={endTakes}
        />
      ) : null}
      <WaitingRow entries={entries} />
      {rows.length > 0 ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          {rows.map((entry) => (
            <Part key={entry.key}>
              <GenerationCard entry={entry} {...actions} />
            </Part>
          ))}
        </div>
      ) : null}
      {folded.length > 0 ? <FoldedRows entries={folded} {...actions} /> : null}
      {works.length > 0 ? (
        <Suspense fallback={null}>
          <Newest
            medium={medium}
            works={works}
            renderRunning={renderRunning}
            large={hero?.generation}
            largeRef={selection.ref}
            onLarge={selection.setSelected}
          />
        </Suspense>
      ) : null}
      {entries.length === 0 ? <EmptyStage {...props} recent={recent} /> : null}
    </section>
  );
}

function renderRunning(generation: PublicGeneration, heightPx: number) {
  return <RunningTile generation={generation} heightPx={heightPx} />;
}

/**
 * Returns as many entries as one read returns and whatever runs: a page does not grow while it stays open for a day.
 */
function useStageEntries(medium: PublicGeneration['medium'], hiddenIds: ReadonlySet<string>) {
  const dismissed = useStore(dismissedIds);
  const known = useGenerations(medium);
  return useMemo(
    () =>
      known
        .filter(({ generation }, place) => place < maxRecent || !hasEnded(generation.status))
        .filter(({ generation: { id } }) => !hiddenIds.has(id) && !dismissed.includes(id)),
    [known, hiddenIds, dismissed],
  );
}

/** Key of the large generation. It is chosen again until the newest ones have been read. */
function useHeroKey(entries: readonly GenerationEntry[], isLoading: boolean) {
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const wantedId = /^generation-(.+)$/.exec(hash)?.[1];
  const [known, setKnown] = useState<Hero>();
  const hero = chooseHero(entries, known, wantedId);
  const isNew = hero.key !== known?.key || hero.isIdle !== known?.isIdle || hero.wantedId !== known?.wantedId;
  if (!isLoading && isNew) setKnown(hero);
  const setKey = (key: string | undefined) => setKnown({ ...hero, key });
  return [hero.key, setKey] as const;
}

/**
 * All that waits, in one row, which keeps its room when nothing waits any more: until the next press, nothing moves below
 * it.
 */
function WaitingRow({ entries }: { entries: readonly GenerationEntry[] }) {
  const isWaiting = entries.some(({ generation }) => generation.status === 'waiting');
  const newestKey = entries[0]?.key;
  const [shownWith, setShownWith] = useState<string>();
  if (isWaiting && shownWith !== newestKey) setShownWith(newestKey);
  if (!isWaiting) return shownWith !== undefined && shownWith === newestKey ? <div className="h-11" /> : null;
  return (
    <Suspense fallback={<div className="h-11" />}>
      <LazyWaitingLine isAskedBeside={entries.some(({ generation }) => asksForStandIn(generation))} />
    </Suspense>
  );
}

type EmptyStageProps = Pick<PreviewColumnProps, 'medium' | 'renderEmpty'> & {
  recent: ReturnType<typeof useRecentGenerations>;
};

function EmptyStage({ medium, renderEmpty, recent }: EmptyStageProps) {
  const { t } = useTranslation('preview');
  if (recent.isLoading) return <PreviewLoading />;
  if (recent.isFailed) {
    return (
      <ErrorState title={t(`loadFailed_${medium}`)} retryLabel={t('tryAgain')} onRetry={recent.readAgain} />
    );
  }
  return renderEmpty(<PreviewPlaceholder medium={medium} />);
}

/** Failures that are older than the newest result, closed. */
function FoldedRows({ entries, ...actions }: GenerationCardActions & { entries: GenerationEntry[] }) {
  const { t } = useTranslation('preview');
  const dismissAll = (button: HTMLElement) => {
    button.closest('section')?.querySelector('h2')?.focus();
    dismissedIds.add(entries.map(({ generation }) => generation.id));
  };
  return (
    <Collapsible title={t('didNotWork', { count: entries.length })}>
      <div className="grid gap-1.5">
        {entries.map((entry) => (
          <GenerationCard key={entry.key} entry={entry} {...actions} />
        ))}
      </div>
      <Button variant="ghost" size="sm" className="mt-2" onClick={(event) => dismissAll(event.currentTarget)}>
        {t('dismissAll')}
      </Button>
    </Collapsible>
  );
}

/**
 * Announces the newest generation's state to screen readers, on each change of stage rather than every second. Not of one that
 * had ended before, which is known, and not a failure, which a toast says with its name.
 */
function LiveStatus({ entries }: { entries: readonly GenerationEntry[] }) {
  const { t } = useTranslation(['preview', 'shell']);
  const [followedKey, setFollowedKey] = useState<string>();
  const newest = entries[0];
  const { status, progress } = newest?.generation ?? {};
  if (newest && status && !hasEnded(status) && followedKey !== newest.key) setFollowedKey(newest.key);
  const labels: Partial<Record<string, string>> = {
    completed: t('shell:stage.done'),
    partial: t('preview:partial.title'),
    failed: '',
    cancelled: t('preview:cancelled'),
  };
  return (
    <p role="status" className="sr-only">
      {progress && newest?.key === followedKey
        ? (labels[status ?? ''] ?? t(`shell:stage.${progress.stage}`))
        : null}
    </p>
  );
}

/** The empty state: what will appear here. */
function PreviewPlaceholder({ medium }: { medium: PublicGeneration['medium'] }) {
  const { t } = useTranslation('preview');
  const Icon = isStill[medium] ? ImageIcon : Clapperboard;
  return (
    <div className="grid md:min-h-[60dvh] md:content-center">
      <EmptyState
        picture={<Icon size={40} strokeWidth={1.25} />}
        title={t(`empty.title_${medium}`)}
        text={t('empty.text')}
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
