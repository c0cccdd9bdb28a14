import type { PublicGeneration } from '@atelier/contract';

/**
 * The ratio of each generation's tile by place in its day, as `toShape` returns it; NaN where no generation has been
 * loaded yet.
 */
export type Shapes = Readonly<Float32Array>;

/** The loaded part of a day, by place in the day. */
export type DayContent = Readonly<{
  generations: ReadonlyMap<number, PublicGeneration>;
  /** The pages that are as the server has them. Generations of another page may be loaded, but have to be read again. */
  freshPages: ReadonlySet<number>;
  /** Kept when generations are dropped, so that nothing moves then. */
  shapes: Shapes | undefined;
}>;
export type Contents = ReadonlyMap<number, DayContent>;

type DraftDay = {
  generations: Map<number, PublicGeneration>;
  freshPages: Set<number>;
  shapes: Shapes | undefined;
};
type Place = { index: number; at: number };

/** A copy of what has been loaded, to be changed. Only the days that change are copied. */
export class ContentsDraft {
  readonly contents: Map<number, DayContent>;
  readonly #days = new Map<number, DraftDay>();
  readonly #put = new Map<string, Place>();
  readonly #placeBefore: (id: string) => Place | undefined;

  constructor(contents: Contents, placeBefore: (id: string) => Place | undefined) {
    this.contents = new Map(contents);
    this.#placeBefore = placeBefore;
  }

  of(index: number): DraftDay {
    const started = this.#days.get(index);
    if (started) return started;
    const { generations, freshPages, shapes } = this.contents.get(index) ?? {};
    const day = { generations: new Map(generations), freshPages: new Set(freshPages), shapes };
    this.#days.set(index, day);
    this.contents.set(index, day);
    return day;
  }

  /** Puts a generation, or none, in a place, and takes it out of the one where it was until now. */
  put(index: number, at: number, generation: PublicGeneration | undefined): void {
    this.of(index).generations.delete(at);
    if (!generation) return;
    const before = this.#put.get(generation.id) ?? this.#placeBefore(generation.id);
    if (before && this.contents.get(before.index)?.generations.get(before.at)?.id === generation.id)
      this.of(before.index).generations.delete(before.at);
    this.of(index).generations.set(at, generation);
    this.#put.set(generation.id, { index, at });
  }
}

export function unknownShapes(count: number): Float32Array {
  return new Float32Array(count).fill(Number.NaN);
}

/** The content of a day whose count may have changed: moved to where its oldest generations stay, and to be read again. */
export function resized(content: DayContent, countBefore: number, count: number): DayContent {
  if (count === countBefore) return content;
  const shift = count - countBefore;
  const generations = new Map(
    [...content.generations].flatMap(([at, generation]) =>
      at + shift >= 0 ? [[at + shift, generation]] : [],
    ),
  );
  let shapes: Float32Array | undefined;
  if (content.shapes) {
    shapes = unknownShapes(count);
    shapes.set(content.shapes.subarray(Math.max(0, -shift)), Math.max(0, shift));
  }
  return { generations, freshPages: new Set(), shapes };
}
