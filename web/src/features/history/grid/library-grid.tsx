import ArrowUp from 'lucide-react/icons/arrow-up';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { refreshLibrary } from '../history-key.ts';
import type { RenderTile } from '../history-medium.ts';
import type { GenerationHandlers } from '../library-body.tsx';
import type { SelectionState } from '../selection/selection.ts';
import { useTileHeight } from '../tile-size.ts';
import { DayScrubber } from './day-scrubber.tsx';
import { useWidth } from './element-size.ts';
import type { LibraryFeed } from './feed/library-feed.ts';
import { useFocusOnTile } from './focus-on-tile.ts';
import { GridBlocks } from './grid-block.tsx';
import type { GridLayout } from './layout/grid-layout.ts';
import { nextPlace } from './layout/move-by-arrow.ts';
import { PointerSelection } from './selecting/pointer-selection.tsx';
import { toggleRange } from './selecting/select-many.ts';
import { pressTile } from './tiles/press-tile.ts';
import type { TileActions } from './tiles/tile-overlay.tsx';
import { useGridWindow } from './use-grid-window.ts';

type LibraryGridProps = {
  feed: LibraryFeed;
  selection: SelectionState;
  /** Whether the filters ask for generations without a result, which then are not folded. */
  hasOnlyEnded: boolean;
  handlers: GenerationHandlers;
  renderTile: RenderTile;
};

/** Rows of tiles with their true ratios, of which only those near the window are rendered. */
export function LibraryGrid({ feed, selection, hasOnlyEnded, handlers, renderTile }: LibraryGridProps) {
  const ref = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(ref);
  const targetPx = useTileHeight();
  const [remPx] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const space = { widthPx: Math.max(1, widthPx), targetPx, gapPx: widthPx < 640 ? 4 : 8, remPx };
  const [current, setCurrent] = useState<number>();
  const view = useGridWindow(feed, ref, { space, isAlwaysUnfolded: hasOnlyEnded, focused: current });
  const { grid } = view;
  const actions = useTileActions(feed, selection, handlers);
  const focusWhenShown = useFocusOnTile(ref);
  const arrived = useArrivals(feed, grid.loaded.total, view.isAtTop);
  const places = view.shown.flatMap(({ layout }) => layout.rows.flatMap((row) => row.places));
  const tabStop = current !== undefined && places.includes(current) ? current : places[0];
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const next = pressInGrid(event, { grid, selection, actions });
    if (next === undefined) return;
    setCurrent(next);
    view.reveal(next);
    focusWhenShown(next);
  };
  return (
    <div className="lg:mr-11">
      {arrived > 0 ? <ArrivedPill count={arrived} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the tiles in it have the focus */}
      <div
        ref={ref}
        onKeyDown={press}
        onFocus={(event) => {
          const tile = event.target.closest<HTMLElement>('[data-place]');
          if (tile) setCurrent(Number(tile.dataset.place));
        }}
        className="relative mx-3 [-webkit-touch-callout:none] [overflow-anchor:none]"
        style={{ height: view.heightPx }}
      >
        {widthPx > 0 ? (
          <GridBlocks
            feed={feed}
            grid={grid}
            shown={view.shown}
            selection={selection}
            actions={actions}
            renderTile={renderTile}
            currentPlace={tabStop}
          />
        ) : null}
        <PointerSelection
          gridRef={ref}
          feed={feed}
          grid={grid}
          selection={selection}
          actions={actions}
          originPx={view.originPx}
        />
      </div>
      <DayScrubber view={view} />
    </div>
  );
}

/** Goes up to the generations that have arrived. */
function ArrivedPill({ count }: { count: number }) {
  const { t } = useTranslation('library');
  return (
    <div className="pointer-events-none sticky top-34 z-20 -mb-9 flex justify-center">
      <Button
        size="sm"
        variant="primary"
        className="pointer-events-auto shadow-float"
        onClick={() => window.scrollTo({ top: 0 })}
      >
        <ArrowUp size={16} aria-hidden="true" />
        {t('arrived', { count })}
      </Button>
    </div>
  );
}

type Pressed = { grid: GridLayout; selection: SelectionState; actions: TileActions };

function pressInGrid(event: KeyboardEvent<HTMLElement>, { grid, selection, actions }: Pressed) {
  return pressTile(event, {
    generationAt: (place) => grid.loaded.at(place),
    nextPlace: (place, key) => nextPlace(grid, place, key),
    selectAll: () => selection.togglePage(grid.loaded.all()),
    isSelecting: selection.generations.length > 0,
    actions,
  });
}

/** Tiles are drawn again only when their actions change, which these never do. */
function useTileActions(
  feed: LibraryFeed,
  selection: SelectionState,
  handlers: GenerationHandlers,
): TileActions {
  const latest = useRef({ selection, handlers });
  useLayoutEffect(() => {
    latest.current = { selection, handlers };
  });
  return useMemo(
    () => ({
      onOpen: (generation) => latest.current.handlers.onOpen(generation),
      onDelete: (generation) => latest.current.handlers.onDelete(generation),
      onToggle: (generation, place, isRange) => {
        const { anchorId, toggle } = latest.current.selection;
        const anchor = anchorId === undefined ? undefined : feed.loaded.locate(anchorId);
        if (!isRange || anchor === undefined) return toggle([generation], generation.id, false);
        toggleRange(feed, latest.current.selection, anchor, place).catch(showErrorToast);
      },
      onChanged: () => void refreshLibrary(),
    }),
    [feed],
  );
}

/** How many generations have arrived above the window since it was at the top. */
function useArrivals(feed: LibraryFeed, total: number, isAtTop: boolean): number {
  const [seen, setSeen] = useState({ feed, total });
  if (seen.feed !== feed || (isAtTop && seen.total !== total) || total < seen.total) setSeen({ feed, total });
  return Math.max(0, total - seen.total);
}
