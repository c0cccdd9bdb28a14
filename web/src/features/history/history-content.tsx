import { Suspense, useEffect } from 'react';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { libraryChanges } from '#product/realtime/changes.ts';
import { deleteWithUndo } from './deletion/deletions.ts';
import { LibraryTools } from './filters/library-tools.tsx';
import { refreshLibrary } from './history-key.ts';
import type { ContentProps, HistoryMedium, LoadedHistory } from './history-medium.ts';
import { HistorySkeleton } from './history-skeleton.tsx';
import { useWorkDrag } from './projects/use-work-drag.ts';
import { SelectModeButton } from './selection/select-mode.tsx';
import { useSelection } from './selection/selection.ts';

// Fetched only where they are in use.
const ProjectHeading = lazyPart(async () => {
  const [{ ProjectHeading }] = await Promise.all([
    import('./projects/project-heading.tsx'),
    loadMessages('projects'),
  ]);
  return ProjectHeading;
});
const ProjectStrip = lazyPart(async () => {
  const [{ ProjectStrip }] = await Promise.all([
    import('./projects/project-strip.tsx'),
    loadMessages('projects'),
  ]);
  return ProjectStrip;
});
const GridContent = lazyPart(async () => (await import('./grid/grid-content.tsx')).GridContent);
const ListContent = lazyPart(async () => (await import('./list/list-content.tsx')).ListContent);

/** Makes a tab of the library of what is special about its medium. */
export function defineHistoryMedium(medium: HistoryMedium): LoadedHistory {
  const { type, choices = [], Tools } = medium;
  return {
    renderTools: (props) => (
      <>
        <LibraryTools type={type} choices={choices} {...props} />
        <SelectModeButton />
        {Tools ? <Tools /> : null}
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
  const drag = useWorkDrag(selection);
  const isGrid = view.viewMode === 'grid';
  const { project } = view.filters;
  return (
    <div data-selecting={selection.isSelecting || undefined} {...drag.handlers}>
      <Suspense fallback={<div className="h-14" />}>
        <ProjectStrip ids={drag.ids} selection={selection} view={view} onView={onView} />
      </Suspense>
      {project !== '' && project !== 'none' ? (
        <Suspense fallback={<div className="h-16" />}>
          <ProjectHeading id={project} />
        </Suspense>
      ) : null}
      <Suspense fallback={<HistorySkeleton type={type} isGrid={isGrid} />}>
        {isGrid ? (
          <GridContent {...props} selection={selection} />
        ) : (
          <ListContent {...props} selection={selection} />
        )}
      </Suspense>
    </div>
  );
}
