import type { PublicGeneration } from '@atelier/contract';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { LibrarySearch } from '#features/history/filters/library-search.ts';
import { type LibraryView, toSearch, toView } from '#features/history/filters/library-view.ts';
import type { LazyHistory } from '#features/history/history-medium.ts';
import { HistoryPage } from '#features/history/history-page.tsx';
import { lazyPart } from '#lib/parts/lazy-part.tsx';

type HistoryRouteProps = { history: LazyHistory; search: LibrarySearch };

/** A tab of the library whose view is in the URL, at whichever of its addresses. */
export function HistoryRoute({ history, search }: HistoryRouteProps) {
  const { type } = history;
  const navigate = useNavigate();
  const view = useMemo(() => toView(type, search), [type, search]);
  const showView = useCallback(
    (next: LibraryView) =>
      void navigate({
        to: '.',
        // A search that is sent while its user opens a generation does not close the generation.
        search: ({ view }: { view?: string }) => ({ ...toSearch(type, next), view }),
        replace: next.page === 1,
      }),
    [navigate, type],
  );
  // Only while it loads: `useGenerationAddress` is more than a history begins with.
  const closeGeneration = () => void navigate({ to: '.', search: toSearch(type, view), replace: true });
  const isGenerationOpen = useRouterState({ select: ({ location }) => 'view' in location.search });
  return (
    <>
      <HistoryPage
        history={history}
        view={view}
        onView={showView}
        renderWaiting={renderWaiting}
        renderTile={renderTile}
      />
      {isGenerationOpen ? <OpenGeneration onClose={closeGeneration} /> : null}
    </>
  );
}

const OpenGeneration = lazyPart(async () => (await import('../-open-generation.tsx')).OpenGeneration, {
  note: 'above',
});

// Most visits to a history find nothing that waits or runs.
const WaitingRows = lazyPart(async () => (await import('#features/preview/running-rows.tsx')).WaitingRows);

const RunningTile = lazyPart(async () => (await import('#features/preview/running-rows.tsx')).RunningTile);

function renderTile(generation: PublicGeneration, heightPx: number) {
  return <RunningTile generation={generation} heightPx={heightPx} />;
}

/** Waiting generations are shown in a history as beside the form; the history waits for its code. */
function renderWaiting(waiting: readonly PublicGeneration[]) {
  return <WaitingRows waiting={waiting} />;
}
