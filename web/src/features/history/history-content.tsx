import { lazy, Suspense, useEffect } from 'react';
import { libraryChanges } from '#product/generation/library-changes.ts';
import { deleteWithUndo } from './deletions.ts';
import { FilterChips, LibraryTools } from './filters/filter-tools.tsx';
import type { ContentProps, HistoryMedium, LoadedHistory } from './history-medium.ts';
import { refreshLibrary } from './history-rows.ts';
import { HistorySkeleton } from './history-skeleton.tsx';
import { countFilters } from './library-view.ts';
import { ListContent } from './list-content.tsx';
import { useSelection } from './selection.ts';

// Fetched only where it is in use.
const GridContent = lazy(async () => ({ default: (await import('./grid/grid-content.tsx')).GridContent }));

/** Makes a tab of the library of what is special about its medium, and deletes its generations for other pages. */
export function defineHistoryMedium(medium: HistoryMedium): LoadedHistory {
  const { type, Tools } = medium;
  const deleteConfirmed = (ids: readonly string[]) =>
    deleteWithUndo(ids, { refresh: () => void refreshLibrary() });
  return {
    renderTools: (props) => (
      <>
        {Tools ? <Tools /> : null}
        <LibraryTools type={type} {...props} />
      </>
    ),
    renderContent: (props) => <HistoryContent medium={medium} onDelete={deleteConfirmed} {...props} />,
    deleteWithUndo: deleteConfirmed,
  };
}

function HistoryContent(props: ContentProps) {
  const { medium, view, onView } = props;
  const { type } = medium;
  const selection = useSelection();
  useEffect(() => libraryChanges.subscribe(() => void refreshLibrary()), []);
  const isGrid = view.viewMode === 'grid';
  return (
    <>
      {countFilters(view.filters) > 0 ? <FilterChips type={type} view={view} onView={onView} /> : null}
      <Suspense fallback={<HistorySkeleton type={type} isGrid={isGrid} />}>
        {isGrid ? (
          <GridContent {...props} selection={selection} />
        ) : (
          <ListContent {...props} selection={selection} />
        )}
      </Suspense>
    </>
  );
}
