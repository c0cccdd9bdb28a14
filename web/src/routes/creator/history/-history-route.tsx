import type { PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import type { LazyHistory } from '#features/history/history-medium.ts';
import { HistoryPage } from '#features/history/history-page.tsx';
import type { HistorySearch, HistoryView } from '#features/history/history-search.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

type HistoryRouteProps<View, Search> = {
  history: LazyHistory<View>;
  search: Search;
  viewOf: (search: Search) => View;
  searchOf: (view: View) => HistorySearch;
};

/** A history whose view is in the URL, at whichever of its addresses. */
export function HistoryRoute<View extends HistoryView, Search>(props: HistoryRouteProps<View, Search>) {
  const { history, search, viewOf, searchOf } = props;
  const navigate = useNavigate();
  const view = useMemo(() => viewOf(search), [viewOf, search]);
  const showView = useCallback(
    (next: View) =>
      void navigate({
        to: '.',
        // A search that is sent while its user opens a record does not close the record.
        search: ({ view }: { view?: string }) => ({ ...searchOf(next), view }),
        replace: next.page === 1,
      }),
    [navigate, searchOf],
  );
  return <HistoryPage history={history} view={view} onView={showView} renderRunning={renderRunning} />;
}

// Most visits to a history find nothing running.
const RunningCard = lazy(async () => ({
  default: (await import('#features/preview/running-card.tsx')).RunningCard,
}));

/** A running generation is shown in a history as it is beside the form. */
function renderRunning(generation: PublicGeneration) {
  const box = (
    <MediaBox width={generation.width ?? 16} height={generation.height ?? 9}>
      <Skeleton className="absolute inset-0" />
    </MediaBox>
  );
  return (
    <article aria-label={generation.prompt}>
      <Suspense fallback={box}>
        <RunningCard cardKey={generation.id} generation={generation} />
      </Suspense>
    </article>
  );
}
