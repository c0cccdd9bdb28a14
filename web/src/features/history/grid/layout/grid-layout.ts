import type { Shapes } from '../feed/day-contents.ts';
import type { CountedDay, LoadedDays } from '../feed/loaded-days.ts';
import { type BlockLayout, chipPx, type GridSettings, layOutBlock } from './block-layout.ts';
import { type Block, layOutBlocks } from './grid-blocks.ts';
import type { Space } from './justified-rows.ts';

/** A block's layout, and the shapes that it was laid out from. */
type KnownLayout = { shapes: readonly (Shapes | undefined)[]; layout: BlockLayout };

/**
 * Lays out the grid of what is loaded. Everything that is the same as in the grid before is taken over from it; blocks of
 * days that have not changed keep the heights that were measured.
 */
export function computeGrid(loaded: LoadedDays, settings: GridSettings, before?: GridLayout): GridLayout {
  if (!before) return newGrid(loaded, settings);
  const { space, ratio, unfolded, isAlwaysUnfolded } = before.settings;
  const isSameSpace = hasSameSize(space, settings.space);
  const isSameDivision = isSameSpace && before.loaded.days === loaded.days && ratio === settings.ratio;
  if (!isSameDivision) return newGrid(loaded, settings, isSameSpace ? before : undefined);
  const isSame = unfolded === settings.unfolded && isAlwaysUnfolded === settings.isAlwaysUnfolded;
  if (isSame && before.loaded === loaded) return before;
  const { blocks, heightsPx } = before;
  return new GridLayout({
    loaded,
    settings,
    blocks,
    heightsPx,
    layouts: isSame ? before.layouts : new WeakMap(),
  });
}

function newGrid(loaded: LoadedDays, settings: GridSettings, before?: GridLayout): GridLayout {
  const blocks = layOutBlocks(loaded.days, settings.ratio, settings.space);
  const heightsPx = new Float64Array(blocks.length).fill(Number.NaN);
  if (before) {
    const known = new Map(before.blocks.map((block, index) => [block.key, index]));
    for (const [index, block] of blocks.entries()) {
      const at = known.get(block.key);
      if (at !== undefined && hasSameDays(before.blocks[at], block))
        heightsPx[index] = before.heightsPx[at] ?? Number.NaN;
    }
  }
  return new GridLayout({ loaded, settings, blocks, heightsPx, layouts: new WeakMap() });
}

function hasSameSize(a: Space, b: Space): boolean {
  return a.widthPx === b.widthPx && a.targetPx === b.targetPx && a.gapPx === b.gapPx;
}

function hasSameDays(before: Block | undefined, { parts }: Block): boolean {
  return (
    before?.parts.length === parts.length &&
    before.parts.every(
      ({ day }, at) => day.name === parts[at]?.day.name && day.count === parts[at]?.day.count,
    )
  );
}

type GridContent = {
  loaded: LoadedDays;
  settings: GridSettings;
  blocks: readonly Block[];
  /** Heights by the index of the block, as it was last laid out; NaN before. */
  heightsPx: Readonly<Float64Array>;
  layouts: WeakMap<Block, KnownLayout>;
};

/**
 * Where everything in the grid is, in pixels from its top. A block near the window is laid out exactly, from the shapes of its
 * generations; the height of any other is the last that was measured, or an estimate from how many generations it has. It never
 * changes: measuring returns another one.
 */
export class GridLayout {
  readonly loaded: LoadedDays;
  readonly settings: GridSettings;
  readonly blocks: readonly Block[];
  readonly heightsPx: Readonly<Float64Array>;
  /** Layouts that have been computed; shared by grids that would compute the same. */
  readonly layouts: WeakMap<Block, KnownLayout>;
  readonly #topsPx: Float64Array;

  constructor({ loaded, settings, blocks, heightsPx, layouts }: GridContent) {
    this.loaded = loaded;
    this.settings = settings;
    this.blocks = blocks;
    this.heightsPx = heightsPx;
    this.layouts = layouts;
    this.#topsPx = addUp(blocks, heightsPx);
  }

  get totalPx(): number {
    return this.measureTop(this.blocks.length);
  }

  measureTop(index: number): number {
    return this.#topsPx[index] ?? 0;
  }

  /** The index of the block at a height. */
  indexAt(px: number): number {
    return lastNotAbove(this.blocks.length, (index) => this.measureTop(index) <= px);
  }

  indexOf(place: number): number {
    return lastNotAbove(this.blocks.length, (index) => (this.blocks[index]?.start ?? 0) <= place);
  }

  /** Returns the layout with the exact heights of some blocks; the same layout when it has them already. */
  measured(from: number, to: number): GridLayout {
    let heightsPx: Float64Array | undefined;
    for (let index = Math.max(0, from); index <= Math.min(to, this.blocks.length - 1); index += 1) {
      const { heightPx } = this.layOut(this.blocks[index]);
      if (this.heightsPx[index] === heightPx) continue;
      heightsPx ??= this.heightsPx.slice();
      heightsPx[index] = heightPx;
    }
    return heightsPx ? new GridLayout({ ...this, heightsPx }) : this;
  }

  layOut(block: Block | undefined): BlockLayout {
    if (!block) return emptyLayout;
    const shapes = block.parts.map(({ dayIndex }) => this.loaded.shapesOf(dayIndex));
    const known = this.layouts.get(block);
    if (known?.shapes.every((each, at) => each === shapes[at])) return known.layout;
    const layout = layOutBlock(block, shapes, this.settings);
    this.layouts.set(block, { shapes, layout });
    return layout;
  }

  /** The top of the row or chip that a place is in; while it is in neither, that of the next one of its block. */
  placeTop(place: number): number {
    const index = this.indexOf(place);
    const { rows, parts, heightPx } = this.layOut(this.blocks[index]);
    const chips = parts.find((part) => part.chips.includes(place));
    const row =
      // Sounds stand beside those that they share a cell with, not always in order.
      rows.find(({ places }) => places.includes(place)) ??
      rows.find(({ places }) => (places.at(-1) ?? -1) >= place);
    return this.measureTop(index) + (chips?.chipsTopPx ?? row?.topPx ?? heightPx);
  }

  /** The top of a day, its name included, which others may share. */
  dayTop(start: number): number {
    const index = this.indexOf(start);
    const part = this.layOut(this.blocks[index]).parts.find(({ part: { day } }) => day.start === start);
    return this.measureTop(index) + (part?.topPx ?? 0);
  }

  /** The end of a day, what belongs to it included. */
  dayBottom({ start, count }: CountedDay): number {
    return start + count < this.loaded.total ? this.dayTop(start + count) : this.totalPx;
  }

  /** Estimates the top of a place, without laying anything out. */
  estimateTop(place: number): number {
    const index = this.indexOf(place);
    const { start = 0, count = 1 } = this.blocks[index] ?? {};
    const topPx = this.measureTop(index);
    return topPx + ((this.measureTop(index + 1) - topPx) * (place - start)) / count;
  }

  /** The height of the row or chip that a place is in. */
  measureHeight(place: number): number {
    const { rows } = this.layOut(this.blocks[this.indexOf(place)]);
    return rows.find(({ places }) => places.includes(place))?.heightPx ?? chipPx;
  }

  /** The first place in the row at a height. */
  placeAt(px: number): number {
    const index = this.indexAt(px);
    const block = this.blocks[index];
    if (!block) return 0;
    const innerPx = px - this.measureTop(index);
    const { rows } = this.layOut(block);
    const row = rows.find(({ topPx, heightPx }) => topPx + heightPx > innerPx) ?? rows.at(-1);
    return row?.places[0] ?? block.start;
  }
}

const emptyLayout: BlockLayout = { heightPx: 0, rows: [], parts: [] };

/** The top of each block, and of what follows the last. */
function addUp(blocks: readonly Block[], heightsPx: Readonly<Float64Array>): Float64Array {
  const topsPx = new Float64Array(blocks.length + 1);
  let px = 0;
  for (let index = 0; index < blocks.length; index += 1) {
    const heightPx = heightsPx[index] ?? Number.NaN;
    px += Number.isNaN(heightPx) ? (blocks[index]?.estimatedPx ?? 0) : heightPx;
    topsPx[index + 1] = px;
  }
  return topsPx;
}

/** The last index for which it holds, which holds for all before it; 0 if there is none. */
function lastNotAbove(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = Math.max(0, count - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Browsers cannot show higher elements than about 16 million pixels; a higher grid is shown in a part that moves along. */
export const maxWindowPx = 6_000_000;
const edgePx = 1_000_000;

/** Where the part of the grid begins that is shown as an element, so that `px` is in it, with room to scroll both ways. */
export function chooseOrigin(originPx: number, px: number, totalPx: number): number {
  const lastPx = Math.max(0, totalPx - maxWindowPx);
  const isNearTop = px - originPx < edgePx && originPx > 0;
  const isNearEnd = px - originPx > maxWindowPx - edgePx && originPx < lastPx;
  if (!isNearTop && !isNearEnd && originPx <= lastPx) return originPx;
  return Math.min(lastPx, Math.max(0, Math.round(px - maxWindowPx / 2)));
}
