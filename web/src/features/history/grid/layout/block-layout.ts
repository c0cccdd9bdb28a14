import type { Shapes } from '../feed/day-contents.ts';
import { asChip } from '../feed/tile-shape.ts';
import { type Block, dayGapPx, headingPx, leastDayPx, type Part } from './grid-blocks.ts';
import {
  cellRatios,
  layOutRows,
  maxGrowth,
  pairHalves,
  type Row,
  type Space,
  spreadTiles,
} from './justified-rows.ts';

/** The line of a chip below the heading of its day. */
export const chipPx = 40;
const belowChipsPx = 8;
/** Days share a row that has at least this share of the wanted height then. */
const leastShare = 0.85;

/** `tiles` are those of `places`, in order; tops are those within the block. */
export type GridRow = Row & { places: readonly number[] };

/** `isShort`: others are beside it. */
type Heading = { leftPx: number; topPx: number; widthPx: number; isShort: boolean };

export type PartLayout = {
  part: Part;
  /** Where its name is; undefined of a later page of a day, and of a day with nothing in the grid. */
  heading: Heading | undefined;
  topPx: number;
  bottomPx: number;
  /** The places of what ended without a result; so many of them are in the heading. */
  chips: readonly number[];
  inHeading: number;
  /** Where the line of the first one is, if they have lines. */
  chipsTopPx: number;
  /** Whether there are more than are shown at rest, so that a press gives each a line. */
  isFoldable: boolean;
  isUnfolded: boolean;
};

export type BlockLayout = { heightPx: number; rows: readonly GridRow[]; parts: readonly PartLayout[] };

export type GridSettings = Readonly<{
  space: Space;
  /** The ratio of generations whose own is not known. */
  ratio: number;
  /** The keys of parts of which each generation that ended without a result is shown. */
  unfolded: ReadonlySet<string>;
  isAlwaysUnfolded: boolean;
}>;

/** A part with what of it is in the grid. */
type Group = { part: Part; places: number[]; ratios: number[]; chips: number[] };

/**
 * Lays a block out from the shapes of the generations of each of its parts. Days of a block that has several stand beside
 * each other, each below its name, as many as fit a row; one with chips, which are as wide as the grid, has rows of its
 * own.
 */
export function layOutBlock(
  { parts: all }: Block,
  shapes: readonly (Shapes | undefined)[],
  settings: GridSettings,
): BlockLayout {
  const { space } = settings;
  const rows: GridRow[] = [];
  const parts: PartLayout[] = [];
  let topPx = 0;
  let line: Group[] = [];
  const put = (placed: BlockLayout) => {
    rows.push(...placed.rows);
    parts.push(...placed.parts);
    topPx += placed.heightPx;
  };
  const endLine = () => {
    const [first] = line;
    if (first) put(line.length === 1 ? layOutPart(first, topPx, settings) : layOutLine(line, topPx, space));
    line = [];
  };
  for (const [index, part] of all.entries()) {
    const group = findGroup(part, shapes[index], settings.ratio);
    const isEmpty = group.places.length + group.chips.length === 0;
    const isBeside = all.length > 1 && group.chips.length === 0 && !isEmpty;
    // A day that is being deleted does not part those around it.
    if (!isEmpty && !(isBeside && fits([...line, group], space))) endLine();
    if (isBeside) line.push(group);
    else put(layOutPart(group, topPx, settings));
  }
  endLine();
  return { heightPx: topPx, rows, parts };
}

function findGroup(part: Part, shapes: Shapes | undefined, ratio: number): Group {
  const { day, offset, count } = part;
  const group: Group = { part, places: [], ratios: [], chips: [] };
  for (let at = offset; at < offset + count; at += 1) {
    const shape = shapes?.[at] ?? Number.NaN;
    if (shape === asChip) group.chips.push(day.start + at);
    if (shape <= 0) continue;
    group.places.push(day.start + at);
    group.ratios.push(Number.isNaN(shape) ? ratio : shape);
  }
  const order = pairHalves(group.ratios);
  const inOrder = (values: readonly number[]) => order.flatMap((at) => values[at] ?? []);
  return { ...group, places: inOrder(group.places), ratios: inOrder(group.ratios) };
}

function layOutPart(group: Group, topPx: number, settings: GridSettings): BlockLayout {
  const { part, places, ratios, chips } = group;
  const { space } = settings;
  const hasHeading = part.isFirstOfDay && (places.length + chips.length > 0 || !part.isLastOfDay);
  const contentTopPx = topPx + (hasHeading ? headingPx : 0);
  const { linesPx, ...shown } = placeChips(group, hasHeading, contentTopPx, settings);
  const rowsTopPx = contentTopPx + linesPx + (linesPx > 0 ? belowChipsPx : 0);
  const rows = layOutRows(ratios, space, part.isLastOfDay).map((row) => ({
    ...row,
    topPx: row.topPx + rowsTopPx,
    places: places.slice(row.start, row.end),
  }));
  const last = rows.at(-1);
  const bottomPx = last ? last.topPx + last.heightPx + space.gapPx : rowsTopPx;
  const heading = hasHeading ? { leftPx: 0, topPx, widthPx: space.widthPx, isShort: false } : undefined;
  const parts = [{ part, heading, topPx, bottomPx, chips, ...shown }];
  return { heightPx: bottomPx - topPx, rows, parts };
}

/** So many chips fit the heading of a day beside its name. */
function countRoom({ widthPx, remPx = 16 }: Space): number {
  const widthRem = widthPx / remPx;
  if (widthRem < 40) return 0;
  return widthRem < 62.5 ? 1 : 2;
}

/**
 * Where the chips of a part are: in the heading of the day, and if there are more of them, or they are all that is asked for,
 * in lines below it. A later page of a day has no heading, and a line that unfolds them in its place.
 */
function placeChips({ part, chips }: Group, hasHeading: boolean, topPx: number, settings: GridSettings) {
  const { space, isAlwaysUnfolded, unfolded } = settings;
  const inHeading = hasHeading && !isAlwaysUnfolded ? Math.min(chips.length, countRoom(space)) : 0;
  const isFoldable = !isAlwaysUnfolded && chips.length > (hasHeading ? inHeading : 1);
  const isUnfolded = isFoldable ? unfolded.has(part.key) : chips.length > inHeading;
  const foldPx = isFoldable && !hasHeading ? chipPx : 0;
  const linesPx = foldPx + (isUnfolded ? chips.length * chipPx : 0);
  return { inHeading, chipsTopPx: topPx + foldPx, isFoldable, isUnfolded, linesPx };
}

/** One row of several days, filled unless it would have to grow too much for it. */
function layOutLine(line: readonly Group[], topPx: number, space: Space): BlockLayout {
  const exactPx = heightOfLine(line, space);
  const heightPx = Math.max(1, Math.round(exactPx));
  const bottomPx = topPx + headingPx + heightPx + space.gapPx;
  let exactLeftPx = 0;
  const parts: PartLayout[] = [];
  const tiles = line.flatMap((group) => {
    const leftPx = Math.round(exactLeftPx);
    const exactWidthPx = measureWidth(group, exactPx, space);
    const widthPx = Math.round(exactLeftPx + exactWidthPx) - leftPx;
    const heading = { leftPx, topPx, widthPx, isShort: true };
    parts.push({
      part: group.part,
      heading,
      topPx,
      bottomPx,
      chips: [],
      inHeading: 0,
      chipsTopPx: bottomPx,
      isFoldable: false,
      isUnfolded: false,
    });
    const spans = spreadTiles(group.ratios, exactPx, space.gapPx);
    exactLeftPx += exactWidthPx + dayGapPx(space);
    return spans.map((span) => ({ ...span, leftPx: span.leftPx + leftPx }));
  });
  const places = line.flatMap((group) => group.places);
  const row = { start: 0, end: places.length, topPx: topPx + headingPx, heightPx, tiles, places };
  return { heightPx: bottomPx - topPx, rows: [row], parts };
}

function fits(line: readonly Group[], space: Space): boolean {
  return lineWidth(line, space.targetPx * leastShare, space) <= space.widthPx;
}

/** The height at which these days fill the width; that of all rows where they would have to grow too much for it. */
function heightOfLine(line: readonly Group[], space: Space): number {
  let lowPx = space.targetPx * leastShare;
  let highPx = space.targetPx * maxGrowth;
  if (lineWidth(line, highPx, space) <= space.widthPx) return space.targetPx;
  // Halved until a line of any width is exact to a pixel.
  for (let step = 0; step < 20; step += 1) {
    const middlePx = (lowPx + highPx) / 2;
    if (lineWidth(line, middlePx, space) <= space.widthPx) lowPx = middlePx;
    else highPx = middlePx;
  }
  return lowPx;
}

function lineWidth(line: readonly Group[], heightPx: number, space: Space): number {
  const daysPx = line.reduce((sum, group) => sum + measureWidth(group, heightPx, space), 0);
  return daysPx + (line.length - 1) * dayGapPx(space);
}

/** Width of the group's tiles, but no narrower than its name may be. */
function measureWidth(group: Group, heightPx: number, { gapPx }: Space): number {
  const ratios = cellRatios(group.ratios);
  const ratio = ratios.reduce((total, each) => total + each, 0);
  return Math.max(leastDayPx, ratio * heightPx + (ratios.length - 1) * gapPx);
}
