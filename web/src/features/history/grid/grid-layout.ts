import { estimateRowsHeight, layOutRows, type Row, type Space } from './justified-rows.ts';
import { type LoadedDay, type LoadedDays, recordsPerCall } from './loaded-days.ts';
import { asChip } from './tile-shape.ts';

export const headingPx = 52;
export const chipPx = 40;
const belowBlockPx = 8;
/** Until something is known of a library: between square images and wide videos. */
const usualRatio = 1.5;

/** A day, or a page of a long one: what is laid out, loaded and dropped together. */
export type Block = {
  key: string;
  day: LoadedDay;
  /** Its first place in the day, and how many follow. */
  offset: number;
  count: number;
  /** As it was last laid out. */
  heightPx: number | undefined;
  isFirstOfDay: boolean;
  isLastOfDay: boolean;
};

export type BlockLayout = {
  hasHeading: boolean;
  heightPx: number;
  /** Their tops are those within the block. */
  rows: readonly (Row & { places: readonly number[] })[];
  /** The places of what ended without a result, and where their chips begin. */
  chips: readonly number[];
  chipsTopPx: number;
  isUnfolded: boolean;
};

/**
 * Where everything in the grid is, in pixels from its top. A block near the window is laid out exactly, from the shapes of its
 * records; the height of any other is the last that was laid out, or an estimate from how many records it has.
 */
export class GridLayout {
  readonly #loaded: LoadedDays;
  #space: Space = { widthPx: 1, targetPx: 1, gapPx: 0 };
  #blocks: readonly Block[] = [];
  #tops = new Float64Array(1);
  readonly #blocksOfDay = new WeakMap<LoadedDay, readonly Block[]>();
  readonly #unfolded = new Set<string>();
  #meanRatio = usualRatio;
  isAlwaysUnfolded = false;

  constructor(loaded: LoadedDays) {
    this.#loaded = loaded;
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  get totalPx(): number {
    return this.#tops[this.#blocks.length] ?? 0;
  }

  /** After the days have changed. */
  setDays(): void {
    this.#blocks = this.#loaded.days.flatMap((day) => {
      const blocks = this.#blocksOfDay.get(day) ?? blocksOf(day);
      this.#blocksOfDay.set(day, blocks);
      return blocks;
    });
    this.#addUp();
  }

  setSpace(space: Space): void {
    const { widthPx, targetPx, gapPx } = this.#space;
    if (widthPx === space.widthPx && targetPx === space.targetPx && gapPx === space.gapPx) return;
    this.#space = space;
    for (const block of this.#blocks) block.heightPx = undefined;
    this.#addUp();
  }

  toggleFold(key: string): void {
    if (!this.#unfolded.delete(key)) this.#unfolded.add(key);
  }

  topOf(index: number): number {
    return this.#tops[index] ?? 0;
  }

  /** The index of the block at a height. */
  indexAt(px: number): number {
    return lastNotAbove(this.#blocks.length, (index) => this.topOf(index) <= px);
  }

  indexOf(place: number): number {
    return lastNotAbove(this.#blocks.length, (index) => startOf(this.#blocks[index]) <= place);
  }

  /** Lays blocks out exactly and corrects their heights. Returns whether any height has changed. */
  measure(from: number, to: number): boolean {
    let isChanged = false;
    for (let index = from; index <= to; index += 1) {
      const block = this.#blocks[index];
      if (!block) continue;
      const { heightPx } = this.layOut(block);
      if (block.heightPx === heightPx) continue;
      block.heightPx = heightPx;
      isChanged = true;
    }
    if (isChanged) this.#addUp();
    return isChanged;
  }

  layOut(block: Block): BlockLayout {
    const { day, offset, count, isFirstOfDay, isLastOfDay } = block;
    const places: number[] = [];
    const ratios: number[] = [];
    const chips: number[] = [];
    for (let at = offset; at < offset + count; at += 1) {
      const shape = day.shapes?.[at] ?? Number.NaN;
      if (shape === asChip) chips.push(day.start + at);
      if (shape <= 0) continue;
      places.push(day.start + at);
      ratios.push(Number.isNaN(shape) ? this.#meanRatio : shape);
    }
    const hasHeading = isFirstOfDay && (places.length + chips.length > 0 || !isLastOfDay);
    const rowsTopPx = hasHeading ? headingPx : 0;
    const rows = layOutRows(ratios, this.#space, isLastOfDay).map((row) => ({
      ...row,
      topPx: row.topPx + rowsTopPx,
      places: places.slice(row.start, row.end),
    }));
    const last = rows.at(-1);
    const chipsTopPx = last ? last.topPx + last.heightPx + this.#space.gapPx : rowsTopPx;
    const isUnfolded = this.isAlwaysUnfolded || this.#unfolded.has(block.key);
    const foldPx = chips.length > 1 && !this.isAlwaysUnfolded ? chipPx : 0;
    const chipsPx = foldPx + (chips.length === 1 || isUnfolded ? chips.length * chipPx : 0);
    const belowPx = isLastOfDay && chipsPx > 0 ? belowBlockPx : 0;
    return { hasHeading, heightPx: chipsTopPx + chipsPx + belowPx, rows, chips, chipsTopPx, isUnfolded };
  }

  /** The top of the row or chip that a place is in; that of its block while it is in neither. */
  placeTop(place: number): number {
    const index = this.indexOf(place);
    const block = this.#blocks[index];
    if (!block) return 0;
    this.measure(index, index);
    const { rows, chips, chipsTopPx } = this.layOut(block);
    const row = rows.find(({ places }) => (places.at(-1) ?? -1) >= place);
    return this.topOf(index) + (chips.includes(place) || !row ? chipsTopPx : row.topPx);
  }

  /** The height of the row or chip that a place is in. */
  heightOf(place: number): number {
    const block = this.#blocks[this.indexOf(place)];
    const row = block && this.layOut(block).rows.find(({ places }) => places.includes(place));
    return row?.heightPx ?? chipPx;
  }

  /** The first place in the row at a height. */
  placeAt(px: number): number {
    const index = this.indexAt(px);
    const block = this.#blocks[index];
    if (!block) return 0;
    const innerPx = px - this.topOf(index);
    const { rows } = this.layOut(block);
    const row = rows.find(({ topPx, heightPx }) => topPx + heightPx > innerPx) ?? rows.at(-1);
    return row?.places[0] ?? startOf(block);
  }

  /** Estimates from what is loaded how wide the records are that are not. */
  learnRatio(): void {
    let sum = 0;
    let count = 0;
    for (const { shapes } of this.#loaded.days.slice(0, 50)) {
      for (const shape of shapes?.subarray(0, recordsPerCall) ?? []) {
        if (!(shape > 0)) continue;
        sum += shape;
        count += 1;
      }
    }
    const ratio = count > 0 ? sum / count : usualRatio;
    if (Math.abs(ratio - this.#meanRatio) < 0.05) return;
    this.#meanRatio = ratio;
    this.#addUp();
  }

  #addUp(): void {
    const tops = new Float64Array(this.#blocks.length + 1);
    let px = 0;
    for (const [index, block] of this.#blocks.entries()) {
      tops[index] = px;
      px += block.heightPx ?? this.#estimate(block);
    }
    tops[this.#blocks.length] = px;
    this.#tops = tops;
  }

  #estimate({ count, isFirstOfDay, isLastOfDay }: Block): number {
    const rowsPx = estimateRowsHeight(count, this.#meanRatio, this.#space, isLastOfDay);
    return (isFirstOfDay ? headingPx : 0) + rowsPx + this.#space.gapPx;
  }
}

function blocksOf(day: LoadedDay): Block[] {
  const pages = Math.ceil(day.count / recordsPerCall);
  return Array.from({ length: pages }, (_, page) => ({
    key: `${day.name}/${page}`,
    day,
    offset: page * recordsPerCall,
    heightPx: undefined,
    count: Math.min(recordsPerCall, day.count - page * recordsPerCall),
    isFirstOfDay: page === 0,
    isLastOfDay: page === pages - 1,
  }));
}

/** The first place of a block. */
export function startOf(block: Block | undefined): number {
  return block ? block.day.start + block.offset : 0;
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
