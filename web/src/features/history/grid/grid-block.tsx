import type { PublicGeneration } from '@atelier/contract';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import type { RenderTile } from '../history-medium.ts';
import type { SelectionState } from '../selection/selection.ts';
import { type DayHead, DaySection } from './day-section.tsx';
import type { LibraryFeed } from './feed/library-feed.ts';
import type { CountedDay } from './feed/loaded-days.ts';
import type { PartLayout } from './layout/block-layout.ts';
import type { Block, Part } from './layout/grid-blocks.ts';
import type { GridLayout } from './layout/grid-layout.ts';
import { findBox } from './layout/justified-rows.ts';
import type { ShownBlock } from './layout/visible-blocks.ts';
import { toggleAll } from './selecting/select-many.ts';
import { EndedFold } from './tiles/ended-fold.tsx';
import { TilePlace } from './tiles/tile.tsx';
import type { TileActions } from './tiles/tile-overlay.tsx';

// Most days have none.
const EndedChips = lazyPart(async () => (await import('./tiles/ended-lines.tsx')).EndedChips, {
  note: 'nowhere',
});
const EndedLines = lazyPart(async () => (await import('./tiles/ended-lines.tsx')).EndedLines);

type GridBlockProps = {
  feed: LibraryFeed;
  grid: GridLayout;
  shown: ShownBlock;
  /** The keys of the parts that draw the heading of their day. */
  headed: ReadonlySet<string>;
  selection: SelectionState;
  actions: TileActions;
  renderTile: RenderTile;
  currentPlace: number | undefined;
};

type GridBlocksProps = Omit<GridBlockProps, 'shown' | 'headed'> & { shown: readonly ShownBlock[] };

/** The blocks in and near the window. */
export function GridBlocks({ shown, ...props }: GridBlocksProps) {
  const headed = findHeaded(shown);
  return shown.map((each) => <GridBlock key={each.block.key} {...props} shown={each} headed={headed} />);
}

/** The keys of the parts that are the first of their day among everything that is drawn. */
function findHeaded(shown: readonly ShownBlock[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  for (const { part } of shown.flatMap(({ layout }) => layout.parts))
    if (!first.has(part.day.name)) first.set(part.day.name, part.key);
  return new Set(first.values());
}

/** A block of the grid: its days with their tiles, and what ended without a result. */
function GridBlock(props: GridBlockProps) {
  const { feed, grid, shown, headed, selection, actions } = props;
  const { layout, topPx, block } = shown;
  return (
    <div className="absolute inset-x-0" style={{ top: topPx, height: layout.heightPx }}>
      {layout.parts.map((placed) => {
        const { part, chips, chipsTopPx, isUnfolded, isFoldable } = placed;
        const isLater = !part.isFirstOfDay;
        return (
          <DaySection
            key={part.key}
            day={part.day}
            credits={grid.loaded.sumCredits(part.dayIndex)}
            head={headed.has(part.key) ? findHead(grid, block, placed) : undefined}
            tools={
              isLater ? undefined : (
                <DayTools feed={feed} grid={grid} placed={placed} selection={selection} actions={actions} />
              )
            }
          >
            {isLater && isFoldable ? (
              <div className="absolute" style={{ top: chipsTopPx - 36 }}>
                <Fold feed={feed} placed={placed} />
              </div>
            ) : null}
            {isUnfolded ? (
              <Suspense fallback={null}>
                <EndedLines
                  generations={chips.map((place) => ({ place, generation: grid.loaded.at(place) }))}
                  topPx={chipsTopPx}
                  isSelected={selection.isSelected}
                  actions={actions}
                />
              </Suspense>
            ) : null}
            {listTiles(props, part)}
          </DaySection>
        );
      })}
    </div>
  );
}

/** Where the heading of a day is in a block of it, which may be a later one. */
function findHead(grid: GridLayout, block: Block, { part, heading }: PartLayout): DayHead | undefined {
  if (heading?.isShort) return { ...heading, bottomPx: undefined };
  const { day, isFirstOfDay } = part;
  if (isFirstOfDay && !heading) return undefined;
  const blockPx = grid.measureTop(grid.indexOf(block.start));
  return {
    leftPx: 0,
    topPx: grid.dayTop(day.start) - blockPx,
    widthPx: grid.settings.space.widthPx,
    bottomPx: grid.dayBottom(day) - blockPx,
  };
}

type PlacedProps = Pick<GridBlockProps, 'feed' | 'grid' | 'selection' | 'actions'> & { placed: PartLayout };

/** While one selects, all of the day; else what of it has no result. */
function DayTools({ feed, grid, placed, selection, actions }: PlacedProps) {
  const { part, heading, chips, inHeading, isFoldable, isUnfolded } = placed;
  if (!heading || heading.isShort) return null;
  if (selection.isSelecting) return <SelectDay feed={feed} day={part.day} selection={selection} />;
  if (chips.length === 0) return null;
  const shown = isUnfolded ? [] : chips.slice(0, inHeading);
  return (
    <div className="ml-auto flex min-w-0 gap-2">
      <Suspense fallback={null}>
        <EndedChips generations={shown.flatMap((place) => grid.loaded.at(place) ?? [])} actions={actions} />
      </Suspense>
      {isFoldable ? <Fold feed={feed} placed={placed} /> : null}
    </div>
  );
}

function Fold({ feed, placed }: Pick<PlacedProps, 'feed' | 'placed'>) {
  const { t } = useTranslation('library');
  const { part, chips, isUnfolded } = placed;
  return (
    <EndedFold
      count={chips.length}
      label={t('ended', { count: chips.length })}
      isFolded={!isUnfolded}
      onFold={() => feed.toggleFold(part.key)}
    />
  );
}

type SelectDayProps = Pick<PlacedProps, 'feed' | 'selection'> & { day: CountedDay };

function SelectDay({ feed, day, selection }: SelectDayProps) {
  const { t } = useTranslation('library');
  return (
    <Button
      variant="ghost"
      size="sm"
      className="ml-auto shrink-0"
      onClick={() => toggleAll(feed, selection, day).catch(showErrorToast)}
    >
      {t('select.day', { count: day.count })}
    </Button>
  );
}

function listTiles(
  { grid, shown, selection, actions, renderTile, currentPlace }: GridBlockProps,
  { day, offset, count }: Part,
): ReactNode[] {
  const start = day.start + offset;
  return shown.layout.rows.flatMap((row) =>
    row.places.flatMap((place, at) => {
      if (place < start || place >= start + count) return [];
      const generation = grid.loaded.at(place);
      const box = findBox(row, at);
      const key = generation?.id ?? `place ${place}`;
      if (generation && !hasEnded(generation.status))
        return [<RunningPlace key={key} generation={generation} box={box} renderTile={renderTile} />];
      return (
        <TilePlace
          key={key}
          generation={generation}
          place={place}
          actions={actions}
          {...box}
          isInWindow={shown.rowsInWindow.has(row)}
          isSelected={generation !== undefined && selection.isSelected(generation.id)}
          isCurrent={place === currentPlace}
        />
      );
    }),
  );
}

type RunningPlaceProps = {
  generation: PublicGeneration;
  box: ReturnType<typeof findBox>;
  renderTile: RenderTile;
};

/** A work that is being made, where its result will be. */
function RunningPlace({ generation, box, renderTile }: RunningPlaceProps) {
  const { leftPx, topPx, widthPx, heightPx } = box;
  return (
    <div className="absolute isolate" style={{ left: leftPx, top: topPx, width: widthPx, height: heightPx }}>
      <Suspense fallback={<div className="h-full rounded-md bg-stage" />}>
        {renderTile(generation, heightPx)}
      </Suspense>
    </div>
  );
}
