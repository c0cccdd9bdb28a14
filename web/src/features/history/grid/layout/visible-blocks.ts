import type { BlockLayout } from './block-layout.ts';
import type { Block } from './grid-blocks.ts';
import type { GridLayout } from './grid-layout.ts';

/** How far above and below the window blocks are rendered. */
const overscanPx = 900;

/** The header and the search box cover this much of the window. */
export const coveredPx = 132;

/** A place, and how far below the top of its row the top of the window is. */
export type PlaceInView = { place: number; belowPx: number };

/** `rowsInWindow` are drawn at once, the others when there is time for them. */
export type ShownBlock = {
  block: Block;
  layout: BlockLayout;
  topPx: number;
  rowsInWindow: ReadonlySet<BlockLayout['rows'][number]>;
};

/** The blocks in and near the window, and the grid with their exact heights; of a jump, where it leads to. */
export function chooseBlocks(
  computed: GridLayout,
  viewPx: { top: number; height: number },
  jump: PlaceInView | undefined,
): { grid: GridLayout; first: number; last: number; topPx: number } {
  let grid = computed;
  while (true) {
    const topPx = jump ? grid.placeTop(jump.place) + jump.belowPx : viewPx.top;
    const first = grid.indexAt(topPx - overscanPx);
    const last = grid.indexAt(topPx + viewPx.height + overscanPx);
    const measured = grid.measured(first, last);
    if (measured === grid) return { grid, first, last, topPx };
    // Correcting a height may bring further blocks into the window.
    grid = measured;
  }
}

/** A block with its rows in and near the window, and the one that has the focus. */
export function showBlock(
  grid: GridLayout,
  index: number,
  edges: { from: number; to: number },
  focused: number | undefined,
): ShownBlock | undefined {
  const block = grid.blocks[index];
  if (!block) return undefined;
  const all = grid.layOut(block);
  const topPx = grid.measureTop(index);
  const isWithin = (fromPx: number, toPx: number, px: number) =>
    topPx + fromPx < edges.to + px && topPx + toPx > edges.from - px;
  const hasFocus = (start: number, end: number) => focused !== undefined && focused >= start && focused < end;
  const rowsWithin = (px: number) =>
    all.rows.filter(
      (row) =>
        isWithin(row.topPx, row.topPx + row.heightPx, px) ||
        (focused !== undefined && row.places.includes(focused)),
    );
  const parts = all.parts.filter(
    ({ part: { day, offset, count }, ...part }) =>
      (part.bottomPx > part.topPx && isWithin(part.topPx, part.bottomPx, overscanPx)) ||
      hasFocus(day.start + offset, day.start + offset + count),
  );
  return {
    block,
    layout: { ...all, parts, rows: rowsWithin(overscanPx) },
    topPx,
    rowsInWindow: new Set(rowsWithin(0)),
  };
}
