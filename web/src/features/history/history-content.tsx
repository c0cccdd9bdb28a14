import { type DragEvent, Suspense, useEffect, useState } from 'react';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { libraryChanges } from '#product/realtime/changes.ts';
import { deleteWithUndo } from './deletion/deletions.ts';
import { FilterChips, LibraryTools } from './filters/filter-tools.tsx';
import { countFilters } from './filters/library-view.ts';
import { refreshLibrary } from './history-key.ts';
import type { ContentProps, HistoryMedium, LoadedHistory } from './history-medium.ts';
import { HistorySkeleton } from './history-skeleton.tsx';
import { ListContent } from './list/list-content.tsx';
import { type SelectionState, useSelection } from './selection/selection.ts';

// Fetched only where they are in use.
const ProjectHeading = lazyPart(async () => {
  const [{ ProjectHeading }] = await Promise.all([import('./project-heading.tsx'), loadMessages('projects')]);
  return ProjectHeading;
});
const ProjectDrop = lazyPart(async () => {
  const [{ ProjectDrop }] = await Promise.all([
    import('./selection/project-drop.tsx'),
    loadMessages('projects'),
  ]);
  return ProjectDrop;
});
const GridContent = lazyPart(async () => (await import('./grid/grid-content.tsx')).GridContent);

/** Makes a tab of the library of what is special about its medium. */
export function defineHistoryMedium(medium: HistoryMedium): LoadedHistory {
  const { type, choices, Tools } = medium;
  return {
    renderTools: (props) => (
      <>
        {Tools ? <Tools /> : null}
        <LibraryTools type={type} choices={choices} {...props} />
      </>
    ),
    renderContent: (props) => <HistoryContent medium={medium} onDelete={deleteWithUndo} {...props} />,
  };
}

function HistoryContent(props: ContentProps) {
  const { medium, view, onView } = props;
  const { type } = medium;
  const selection = useSelection();
  useEffect(() => libraryChanges.subscribe(refreshLibrary), []);
  const drag = useGenerationDrag(selection);
  const isGrid = view.viewMode === 'grid';
  const { project } = view.filters;
  return (
    <div {...drag.handlers}>
      {project !== '' && project !== 'none' ? (
        <Suspense fallback={<div className="h-16" />}>
          <ProjectHeading id={project} />
        </Suspense>
      ) : null}
      {countFilters(view.filters) > 0 ? <FilterChips view={view} onView={onView} /> : null}
      <Suspense fallback={<HistorySkeleton type={type} isGrid={isGrid} />}>
        {isGrid ? (
          <GridContent {...props} selection={selection} />
        ) : (
          <ListContent {...props} selection={selection} />
        )}
      </Suspense>
      {drag.hasBegun ? (
        <Suspense fallback={null}>
          <ProjectDrop ids={drag.ids} selection={selection} />
        </Suspense>
      ) : null}
    </div>
  );
}

/**
 * Records being dragged: the one under the pointer, with the selection if it belongs to it. `handlers` are for the element
 * around the generations, each of which names itself with `data-generation` and can be dragged.
 */
function useGenerationDrag(selection: SelectionState) {
  const [ids, setIds] = useState<readonly string[]>();
  const [hasBegun, setBegun] = useState(false);
  const isDragging = ids !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    // A generation that has left the page meanwhile does not end its drag.
    const end = () => setIds(undefined);
    window.addEventListener('dragend', end);
    window.addEventListener('drop', end);
    return () => {
      window.removeEventListener('dragend', end);
      window.removeEventListener('drop', end);
    };
  }, [isDragging]);
  const onDragStart = (event: DragEvent) => {
    const id = (event.target as Element).closest<HTMLElement>('[data-generation][draggable]')?.dataset
      .generation;
    if (id === undefined) return;
    event.dataTransfer.effectAllowed = 'move';
    // Another application that it is dropped on gets the address of the generation.
    event.dataTransfer.setData('text/uri-list', `${location.origin}${location.pathname}?view=${id}`);
    const dragged = selection.isSelected(id)
      ? selection.generations.map((generation) => generation.id)
      : [id];
    // Browsers end a drag whose surroundings change in this event.
    requestAnimationFrame(() => {
      setBegun(true);
      setIds(dragged);
    });
  };
  return { ids, hasBegun, handlers: { onDragStart } };
}
