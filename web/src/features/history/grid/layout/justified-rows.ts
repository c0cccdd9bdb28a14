import { halfMark } from '../half-tile.ts';

export type Space = {
  widthPx: number;
  /** The height that rows should have. */
  targetPx: number;
  gapPx: number;
  /** The size of text that the user's browser has for the page; 16 when absent. */
  remPx?: number | undefined;
};

/** A row of tiles from `start` to before `end`; each tile has the row's height. */
export type Row = { start: number; end: number; topPx: number; heightPx: number; tiles: readonly Span[] };
/** `topPx` and `heightPx` within the row, of a tile that is not as high as it. */
type Span = { leftPx: number; widthPx: number; topPx?: number; heightPx?: number };

/** Returns where the tile of a row is in what the row is in. */
export function findBox({ topPx, heightPx, tiles }: Pick<Row, 'topPx' | 'heightPx' | 'tiles'>, at: number) {
  const { leftPx, widthPx, ...own }: Span = tiles[at] ?? { leftPx: 0, widthPx: 0 };
  return { leftPx, widthPx, topPx: topPx + (own.topPx ?? 0), heightPx: own.heightPx ?? heightPx };
}

/** The order in which tiles of half a row share cells: each has the next one with it, and one that is left over is the last. */
export function pairHalves(ratios: readonly number[]): number[] {
  const halves = ratios.flatMap((ratio, at) => (ratio > halfMark ? [at] : []));
  const rest = new Set(halves.filter((_, at) => at % 2 === 1));
  const second = new Map(halves.flatMap((at, index) => (index % 2 === 0 ? [[at, halves[index + 1]]] : [])));
  const alone = halves.length % 2 === 1 ? halves.at(-1) : undefined;
  const order = ratios.flatMap((_, at) => {
    if (rest.has(at) || at === alone) return [];
    const next = second.get(at);
    return next === undefined ? [at] : [at, next];
  });
  return alone === undefined ? order : [...order, alone];
}

/** Place in a row: a tile, or two of half its height. */
type Cell = { start: number; end: number; ratio: number; isHalf: boolean };

function toCells(ratios: readonly number[]): Cell[] {
  const cells: Cell[] = [];
  for (const [at, ratio] of ratios.entries()) {
    const isHalf = ratio > halfMark;
    const last = cells.at(-1);
    if (isHalf && last?.isHalf && last.end - last.start === 1) last.end = at + 1;
    else cells.push({ start: at, end: at + 1, ratio: isHalf ? ratio - halfMark : ratio, isHalf });
  }
  return cells;
}

/** The ratios of the cells of a row with these tiles. */
export function cellRatios(ratios: readonly number[]): number[] {
  return toCells(ratios).map(({ ratio }) => ratio);
}

/** The tiles of cells in their spans, in a row of this height. */
function fillCells(cells: readonly Cell[], spans: readonly Span[], heightPx: number, gapPx: number): Span[] {
  return cells.flatMap(({ start, end, isHalf }, at) => {
    const span = { leftPx: 0, widthPx: 0, ...spans[at] };
    if (!isHalf) return [span];
    const upperPx = Math.max(1, Math.round((heightPx - gapPx) / 2));
    const upper = { ...span, heightPx: upperPx };
    const topPx = upperPx + gapPx;
    return end - start === 1 ? [upper] : [upper, { ...span, topPx, heightPx: Math.max(1, heightPx - topPx) }];
  });
}

/** Tiles beside each other in a row of this height, as wide as their ratios have them. */
export function spreadTiles(ratios: readonly number[], exactPx: number, gapPx: number): Span[] {
  const spans = spread(cellRatios(ratios), gapPx, (leftPx, ratio) => leftPx + ratio * exactPx);
  return fillCells(toCells(ratios), spans, Math.max(1, Math.round(exactPx)), gapPx);
}

/** A last row that would have to grow by more than this is left short instead. */
export const maxGrowth = 1.35;
/** How bad it is that a last row is not filled, of how bad it would be to fill it. */
const shortRowShare = 0.35;

/**
 * Breaks tiles with these ratios (width to height) or half tiles into rows that fill the width, as near to the wanted
 * height as possible in total. `mayEndShort` lets the last row end before the edge. Whole pixels, so that a tile differs
 * from its ratio by less than a pixel.
 */
export function layOutRows(shapes: readonly number[], space: Space, mayEndShort: boolean): Row[] {
  const { widthPx, targetPx, gapPx } = space;
  const cells = toCells(shapes);
  const ratios = cells.map(({ ratio }) => ratio);
  const rows: Row[] = [];
  let topPx = 0;
  for (const [start, end] of chooseBreaks(ratios, space, mayEndShort)) {
    const fullPx = filledHeight(ratios, start, end, space);
    const isShort = mayEndShort && end === ratios.length && fullPx > targetPx * maxGrowth;
    const heightPx = Math.max(1, Math.round(isShort ? targetPx : fullPx));
    const spans = isShort
      ? spread(ratios.slice(start, end), gapPx, (leftPx, ratio) => leftPx + ratio * heightPx)
      : fill(ratios.slice(start, end), widthPx, gapPx);
    const inRow = cells.slice(start, end);
    const tiles = fillCells(inRow, spans, heightPx, gapPx);
    // A half tile alone in its row needs no more of it.
    const usedPx = tiles.length === 1 ? (tiles[0]?.heightPx ?? heightPx) : heightPx;
    rows.push({
      start: inRow[0]?.start ?? 0,
      end: inRow.at(-1)?.end ?? 0,
      topPx,
      heightPx: usedPx,
      tiles,
    });
    topPx += usedPx + gapPx;
  }
  return rows;
}

/** The height at which these tiles fill the width. */
function filledHeight(ratios: readonly number[], start: number, end: number, space: Space): number {
  let sum = 0;
  for (let at = start; at < end; at += 1) sum += ratios[at] ?? 1;
  return (space.widthPx - (end - start - 1) * space.gapPx) / sum;
}

/** The breaks with the least total difference from the wanted height; twice as high counts like half as high. */
function chooseBreaks(ratios: readonly number[], space: Space, mayEndShort: boolean): [number, number][] {
  const { targetPx } = space;
  const costs = [0];
  const starts = [0];
  for (let end = 1; end <= ratios.length; end += 1) {
    let best = Number.POSITIVE_INFINITY;
    for (let start = end - 1; start >= 0; start -= 1) {
      const heightPx = filledHeight(ratios, start, end, space);
      // A longer row is only lower still, unless there is no other way to end a row here.
      if (heightPx < targetPx / 2.5 && Number.isFinite(best)) break;
      const isShort = mayEndShort && end === ratios.length && heightPx > targetPx;
      const difference = (end - start) * Math.log(heightPx / targetPx) ** 2;
      const cost = (costs[start] ?? 0) + (isShort ? shortRowShare * difference : difference);
      if (cost < best) {
        best = cost;
        starts[end] = start;
      }
    }
    costs[end] = best;
  }
  const breaks: [number, number][] = [];
  for (let end = ratios.length; end > 0; end = starts[end] ?? 0) breaks.unshift([starts[end] ?? 0, end]);
  return breaks;
}

/** Tiles that end exactly at the edge: the rounding of each one is made up for by the next. */
function fill(ratios: readonly number[], widthPx: number, gapPx: number): Span[] {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  const tilesPx = widthPx - (ratios.length - 1) * gapPx;
  return spread(ratios, gapPx, (leftPx, ratio) => leftPx + (ratio / sum) * tilesPx);
}

/** The spans of tiles beside each other, each of which ends where `findEnd` says. */
function spread(
  ratios: readonly number[],
  gapPx: number,
  findEnd: (leftPx: number, ratio: number) => number,
): Span[] {
  let exactPx = 0;
  return ratios.map((ratio) => {
    const leftPx = Math.round(exactPx);
    const endPx = findEnd(exactPx, ratio);
    exactPx = endPx + gapPx;
    return { leftPx, widthPx: Math.round(endPx) - leftPx };
  });
}

/** Estimates how high rows of `count` tiles of this ratio are, gaps between them included, without laying them out. */
export function estimateRowsHeight(count: number, ratio: number, space: Space, mayEndShort: boolean): number {
  if (count === 0) return 0;
  const { widthPx, targetPx, gapPx } = space;
  const rows = (count * (ratio * targetPx + gapPx)) / (widthPx + gapPx);
  return Math.max(1, mayEndShort ? Math.ceil(rows - 0.3) : rows) * (targetPx + gapPx) - gapPx;
}
