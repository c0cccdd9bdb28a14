import type { CutFormat } from '@atelier/catalog/cuts';
import { type Frame, Rational } from 'node-av';
import { FilterAPI } from 'node-av/api';
import { openFitter, type PictureFitter } from './fit-picture.ts';
import type { PlannedClip } from './plan-clips.ts';
import { pickPictures } from './read-pictures.ts';

/** Pictures of one run of a clip in the size of the result, with its fades; the caller frees them. */
export function* showClip(clip: PlannedClip, format: CutFormat): Generator<Frame> {
  using fitter = openFitter({ ...clip, format });
  const shown = clip.isReversed
    ? showBackwards(clip, format, fitter)
    : showPart({ clip, format, fitter, from: 0, to: clip.frames });
  const fades = writeFades(clip, format);
  if (fades === '') return yield* shown;
  using filter = FilterAPI.create(fades);
  for (const frame of filter.framesSync(numberFrames(shown, format))) if (frame) yield frame;
}

/** Gives frames their place in the result: one after the other. They are the same frames. */
export function* numberFrames(frames: Iterable<Frame>, { fps }: CutFormat): Generator<Frame> {
  let count = 0n;
  for (const frame of frames) {
    frame.timeBase = new Rational(fps.den, fps.num);
    frame.pts = count;
    frame.duration = 1n;
    count += 1n;
    yield frame;
  }
}

/** Black in the first and in the last picture. */
function writeFades({ frames, fadeIn, fadeOut }: PlannedClip, { fps }: CutFormat): string {
  const count = (seconds: number) => Math.min(frames - 1, Math.round((seconds * fps.num) / fps.den));
  const [rising, falling] = [count(fadeIn), count(fadeOut)];
  return [
    ...(rising > 0 ? [`fade=t=in:s=0:n=${rising}`] : []),
    ...(falling > 0 ? [`fade=t=out:s=${frames - 1 - falling}:n=${falling}`] : []),
  ].join(',');
}

type Part = { clip: PlannedClip; format: CutFormat; fitter: PictureFitter; from: number; to: number };

/** Pictures `from` up to `to` of a run that plays forwards. */
function* showPart({ clip, format, fitter, from, to }: Part): Generator<Frame> {
  let [last, fitted]: (Frame | undefined)[] = [];
  try {
    for (const picture of pickPictures(clip.source, listMoments(clip, format, from, to))) {
      if (picture !== last || !fitted) {
        fitted?.free();
        fitted = undefined;
        fitted = fitter.convert(picture);
        last = picture;
      }
      const copy = fitted.clone();
      if (!copy) throw new Error('There is no memory for a picture');
      yield copy;
    }
  } finally {
    fitted?.free();
  }
}

/**
 * Moments of the source whose pictures are shown, each a little late: a picture counts as shown from half of its length
 * before its time, because moments that users choose and clocks of files are rounded.
 */
function* listMoments(
  { source, speed, start }: PlannedClip,
  { fps }: CutFormat,
  from: number,
  to: number,
): Generator<number> {
  const step = fps.den / fps.num;
  const { maxFps, fps: sourceFps } = source.measured;
  const slack = 0.49 * Math.min(step, step * speed, 1 / (maxFps ?? sourceFps ?? 1));
  for (let place = from; place < to; place += 1)
    yield source.measured.start + start + place * step * speed + slack;
}

/** Bytes of pictures that are kept to turn their order around. */
const maxKeptBytes = 48_000_000;
const maxKept = 240;

/** Decodes pieces from the end on: the whole of a run would not fit into memory. */
function* showBackwards(clip: PlannedClip, format: CutFormat, fitter: PictureFitter): Generator<Frame> {
  const bytes = format.width * format.height * 1.5;
  const length = Math.max(1, Math.min(maxKept, Math.floor(maxKeptBytes / bytes)));
  for (let to = clip.frames; to > 0; to -= length) {
    const kept: Frame[] = [];
    try {
      const from = Math.max(0, to - length);
      for (const frame of showPart({ clip, format, fitter, from, to })) kept.push(frame);
      for (let frame = kept.pop(); frame; frame = kept.pop()) yield frame;
    } finally {
      for (const frame of kept) frame.free();
    }
  }
}
