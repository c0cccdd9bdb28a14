import { type BlockLayout, chipPx, layOutBlock } from './block-layout.ts';
import { type Block, blocksOf } from './grid-blocks.ts';
import type { Space } from './justified-rows.ts';
import { type LoadedDays, recordsPerCall } from './loaded-days.ts';

/** Until something is known of a library: between square images and wide videos. */
const usualRatio = 1.5;

/**
 * Where everything in the grid is, in pixels from its top. A block near the window is laid out exactly, from the shapes of its
 * records; the height of any other is the last that was laid out, or an estimate from how many records it has.
 */
export class GridLayout {
  readonly #loaded: LoadedDays;
  #space: Space = { widthPx: 1, targetPx: 1, gapPx: 0 };
  #blocks: readonly Block[] = [];
  #tops = new Float64Array(1);
  /** The layouts of blocks, with the versions of their days that they are of. */
  #layouts = new WeakMap<Block, { versions: number; layout: BlockLayout }>();
  readonly #unfolded = new Set<string>();
  #meanRatio = usualRatio;
  #isAlwaysUnfolded = false;

  constructor(loaded: LoadedDays) {
    this.#loaded = loaded;
  }

  get isAlwaysUnfolded(): boolean {
    return this.#isAlwaysUnfolded;
  }

  set isAlwaysUnfolded(isUnfolded: boolean) {
    if (isUnfolded === this.#isAlwaysUnfolded) return;
    this.#isAlwaysUnfolded = isUnfolded;
    this.#layouts = new WeakMap();
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  get totalPx(): number {
    return this.#tops[this.#blocks.length] ?? 0;
  }

  /** After the days have changed. Blocks of days that have not keep their heights. */
  setDays(): void {
    const known = new Map(this.#blocks.map((block) => [block.key, block]));
    this.#divide((block) => {
      const before = known.get(block.key);
      const isSame =
        before?.parts.length === block.parts.length &&
        before.parts.every(({ day }, at) => day === block.parts[at]?.day);
      return isSame ? before.heightPx : undefined;
    });
  }

  setSpace(space: Space): void {
    const { widthPx, targetPx, gapPx } = this.#space;
    if (widthPx === space.widthPx && targetPx === space.targetPx && gapPx === space.gapPx) return;
    this.#space = space;
    this.#divide(() => undefined);
  }

  #divide(heightOf: (block: Block) => number | undefined): void {
    this.#layouts = new WeakMap();
    this.#blocks = blocksOf(this.#loaded.days, this.#meanRatio, this.#space);
    for (const block of this.#blocks) block.heightPx = heightOf(block);
    this.#addUp();
  }

  toggleFold(key: string): void {
    if (!this.#unfolded.delete(key)) this.#unfolded.add(key);
    this.#layouts = new WeakMap();
  }

  topOf(index: number): number {
    return this.#tops[index] ?? 0;
  }

  /** The index of the block at a height. */
  indexAt(px: number): number {
    return lastNotAbove(this.#blocks.length, (index) => this.topOf(index) <= px);
  }

  indexOf(place: number): number {
    return lastNotAbove(this.#blocks.length, (index) => (this.#blocks[index]?.start ?? 0) <= place);
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
    const versions = block.parts.reduce((sum, { day }) => sum + day.version, 0);
    const known = this.#layouts.get(block);
    if (known?.versions === versions) return known.layout;
    const layout = layOutBlock(block, {
      space: this.#space,
      ratio: this.#meanRatio,
      isUnfolded: ({ key }) => this.#unfolded.has(key),
      isAlwaysUnfolded: this.#isAlwaysUnfolded,
    });
    this.#layouts.set(block, { versions, layout });
    return layout;
  }

  /** The top of the row or chip that a place is in; while it is in neither, that of the next one of its block. */
  placeTop(place: number): number {
    const { index, block } = this.#measured(place);
    if (!block) return 0;
    const { rows, parts, heightPx } = this.layOut(block);
    const chips = parts.find((part) => part.chips.includes(place));
    const row = rows.find(({ places }) => (places.at(-1) ?? -1) >= place);
    const last = parts.findLast((part) => part.chips.length > 0);
    return this.topOf(index) + (chips?.chipsTopPx ?? row?.topPx ?? last?.chipsTopPx ?? heightPx);
  }

  /** The top of a day, its name included, which others may share. */
  dayTop(start: number): number {
    const { index, block } = this.#measured(start);
    const part = block && this.layOut(block).parts.find(({ part: { day } }) => day.start === start);
    return this.topOf(index) + (part?.topPx ?? 0);
  }

  /** About the top of a place, without laying anything out. */
  estimateTop(place: number): number {
    const index = this.indexOf(place);
    const { start = 0, count = 1 } = this.#blocks[index] ?? {};
    const topPx = this.topOf(index);
    return topPx + ((this.topOf(index + 1) - topPx) * (place - start)) / count;
  }

  #measured(place: number): { index: number; block: Block | undefined } {
    const index = this.indexOf(place);
    this.measure(index, index);
    return { index, block: this.#blocks[index] };
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
    return row?.places[0] ?? block.start;
  }

  /** Estimates from what is loaded how wide the records are that are not. Counts from the next `setDays` on. */
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
    if (Math.abs(ratio - this.#meanRatio) >= 0.05) this.#meanRatio = ratio;
  }

  #addUp(): void {
    const tops = new Float64Array(this.#blocks.length + 1);
    let px = 0;
    for (const [index, block] of this.#blocks.entries()) {
      tops[index] = px;
      px += block.heightPx ?? block.estimatedPx;
    }
    tops[this.#blocks.length] = px;
    this.#tops = tops;
  }
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
