import type { PublicGeneration } from '@atelier/contract';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#lib/query-client.ts';
import { useStore } from '#lib/store.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { fetchLibrary, fetchLibraryDays } from '#product/api/library.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { generationsStore, useGenerations } from '#product/generation/store/generations-store.ts';
import { dismissedIds } from '#product/kept/dismissed-ids.ts';
import { StaleNotice } from '#product/messages/stale-notice.tsx';
import { useHiddenIds } from '#product/trash/trashed-ids.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { toFilter } from '../filters/library-query.ts';
import { isNarrowed, type LibraryType, type LibraryView } from '../filters/library-view.ts';
import { historyKey, refreshLibrary } from '../history-key.ts';
import type { LayoutProps } from '../history-medium.ts';
import { HistorySignIn } from '../history-sign-in.tsx';
import { HistorySkeleton } from '../history-skeleton.tsx';
import { LibraryBody } from '../library-body.tsx';
import { useFailureText } from '../list/use-failure-text.ts';
import { LibraryFeed, type LibrarySource } from './feed/library-feed.ts';
import { generationsPerCall, type LoadedDays } from './feed/loaded-days.ts';
import { LibraryGrid } from './library-grid.tsx';
import { toggleAll } from './selecting/select-many.ts';

/** The library as a grid without an end. */
export function GridContent(props: LayoutProps) {
  const { medium, view } = props;
  const { type, Samples } = medium;
  const { t } = useTranslation('history');
  const describeFailure = useFailureText();
  const queryKey = [...historyKey(type), 'grid', { ...view, viewMode: undefined, page: undefined }];
  const { reply, error, retry, isOld, isSignInNeeded } = useQueryWithPrevious({
    queryKey,
    queryFn: async ({ signal }) => {
      // The same one as before, so that what it has loaded and where the page is survive.
      const feed =
        queryClient.getQueryData<LibraryFeed>(queryKey) ?? new LibraryFeed(createSource(type, view));
      await feed.refresh(signal);
      return feed;
    },
  });
  if (isSignInNeeded) return <HistorySignIn type={type} />;
  if (reply) {
    return (
      <div aria-busy={isOld} className="@container">
        {error ? <StaleNotice text={t('failed.stale')} onRetry={retry} className="mx-3 mt-2" /> : null}
        <Feed {...props} feed={reply} hasFailed={error !== null} />
      </div>
    );
  }
  if (!error) return <HistorySkeleton type={type} isGrid />;
  return (
    <>
      <ErrorState
        title={describeFailure(error) ?? t('failed.title')}
        text={t(`types.${type}.safe`)}
        retryLabel={t('failed.retry')}
        onRetry={retry}
      />
      {Samples ? <Samples /> : null}
    </>
  );
}

function createSource(type: LibraryType, view: LibraryView): LibrarySource {
  const filter = toFilter(type, view);
  return {
    readDays: async (signal) => (await fetchLibraryDays(filter, signal)).days,
    readPage: async (call, signal) => {
      // The newest without a page: nothing is counted.
      return (await fetchLibrary({ ...filter, pageSize: generationsPerCall, ...call }, signal)).data;
    },
  };
}

type FeedProps = LayoutProps & { feed: LibraryFeed; hasFailed: boolean };

function Feed(props: FeedProps) {
  const { medium, view, feed, hasFailed, selection, renderTile } = props;
  const { t } = useTranslation('history');
  const { error, loaded } = useStore(feed.state);
  const { running, rest, hiddenCount } = useFeedRows(feed, loaded, medium.medium, view);
  const total = loaded.total - hiddenCount;
  const loadMore = useCallback((direction: 'before' | 'after') => feed.widen(direction), [feed]);
  return (
    <LibraryBody
      {...props}
      total={hasFailed ? undefined : Math.max(total, running.length)}
      running={running}
      rest={rest}
      loadMore={loadMore}
      onSelectAll={() => toggleAll(feed, selection)}
    >
      {(handlers) => (
        <>
          {error ? (
            <StaleNotice
              text={t('failed.stale')}
              onRetry={() => feed.retry()}
              className="sticky top-32 z-20 mx-3"
            />
          ) : null}
          <LibraryGrid
            feed={feed}
            selection={selection}
            hasOnlyEnded={isOfEnded(view)}
            handlers={handlers}
            renderTile={renderTile}
          />
        </>
      )}
    </LibraryBody>
  );
}

/** Whether all that is asked for ended without a result. */
function isOfEnded({ filters: { status } }: LibraryView): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** Returns running and loaded generations, up to date with the live store and without those being deleted. */
function useFeedRows(
  feed: LibraryFeed,
  loaded: LoadedDays,
  medium: PublicGeneration['medium'] | undefined,
  view: LibraryView,
) {
  const entries = useGenerations(medium);
  const { deletedIds } = useStore(generationsStore);
  const pendingIds = useHiddenIds();
  const hiddenIds = useMemo(() => new Set([...deletedIds, ...pendingIds]), [deletedIds, pendingIds]);
  const live = useMemo(
    () => entries.flatMap(({ generation, unsentCode }) => (unsentCode ? [] : [generation])),
    [entries],
  );
  const dismissed = useStore(dismissedIds);
  const isEnded = isOfEnded(view);
  useEffect(
    () => feed.update(live, new Set([...hiddenIds, ...(isEnded ? [] : dismissed)])),
    [feed, live, hiddenIds, dismissed, isEnded],
  );

  // The counted days lack generations that have begun or ended since, and still have deleted ones.
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const isRunning = ({ status }: PublicGeneration) => status !== 'waiting' && !hasEnded(status);
    const isUnlisted = (generation: PublicGeneration) =>
      !hiddenIds.has(generation.id) &&
      (isRunning(generation)
        ? !isNarrowed(view) && feed.loaded.locate(generation.id) === undefined
        : hasEnded(generation.status) && feed.mayLack(generation));
    const news = [
      ...live.filter(isUnlisted).map(({ id }) => id),
      ...[...deletedIds].filter((id) => feed.loaded.locate(id) !== undefined),
    ].filter((id) => !asked.current.has(id));
    if (news.length === 0) return;
    for (const id of news) asked.current.add(id);
    void refreshLibrary();
  }, [feed, live, hiddenIds, deletedIds, view]);

  return useMemo(() => {
    const shown = loaded.all().filter(({ id }) => !hiddenIds.has(id));
    const listed = new Set(shown.map(({ id }) => id));
    const unlisted = isNarrowed(view) ? [] : live.filter(({ id }) => !listed.has(id) && !hiddenIds.has(id));
    return {
      running: [...unlisted, ...shown].filter(({ status }) => !hasEnded(status)),
      rest: shown.filter(({ status }) => hasEnded(status)),
      hiddenCount: [...hiddenIds].filter((id) => loaded.locate(id) !== undefined).length,
    };
  }, [loaded, live, hiddenIds, view]);
}
