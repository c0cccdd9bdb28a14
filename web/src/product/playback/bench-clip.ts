import type { CutClip } from '@atelier/catalog/cuts';

/** A clip on the bench; the id is of this page alone. */
export type BenchClip = CutClip & { readonly id: string };

/** A video or a sound that clips are cut from, as far as it is known. A sound has no width and no height. */
export type BenchSource = {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number | null;
  readonly seconds: number;
  readonly poster: string | null;
  /** Prompt of the work, or name of the file. */
  readonly name: string;
  /** Loudness of a sound that is a result, from beginning to end. */
  readonly peaks?: readonly number[];
};

export function isSound({ width }: Pick<BenchSource, 'width'>): boolean {
  return width === 0;
}

/** The whole video or sound, as it is. */
export function makeClip({ url, seconds }: BenchSource, id: string): BenchClip {
  return {
    id,
    url,
    start: 0,
    end: seconds,
    speed: 1,
    is_reversed: false,
    repeats: 1,
    fit: 'contain',
    focus_x: 0.5,
    focus_y: 0.5,
    volume: 1,
    fade_in: 0,
    fade_out: 0,
  };
}
