import { type CutClip, countClipSeconds, cutLimits, settleFormat } from '@atelier/catalog/cuts';
import type { BenchSource } from './bench-clip.ts';

type Times = Pick<CutClip, 'start' | 'end' | 'speed' | 'repeats'>;

/** Sources are measured to the millisecond. */
const digits = 1_000;
const round = (seconds: number) => Math.round(seconds * digits) / digits;

/**
 * Keeps start and end within the source, and the clip long enough, by correcting the end that was changed and never the
 * other one.
 */
export function clampTrim<Clip extends CutClip>(
  clip: Clip,
  change: Partial<CutClip>,
  sourceSeconds = Number.POSITIVE_INFINITY,
): Clip {
  const least = cutLimits.clipSeconds * clip.speed;
  let { start, end } = clip;
  // An end that was not changed stays exactly as it is: the end of a source is no whole millisecond.
  if (change.start !== undefined) start = Math.max(0, round(Math.min(start, end - least)));
  if (change.end !== undefined) end = Math.min(sourceSeconds, round(Math.max(end, start + least)));
  return { ...clip, start, end };
}

/** Keeps the speed within its limits, and slow enough for the clip to last as long as the shortest one may. */
export function clampSpeed<Clip extends CutClip>(clip: Clip): Clip {
  const most = Math.min(cutLimits.maxSpeed, (clip.end - clip.start) / cutLimits.clipSeconds);
  return { ...clip, speed: Math.max(cutLimits.minSpeed, Math.min(clip.speed, most)) };
}

/** Moment of the source that the preview, which plays every clip forwards, shows at a moment of the clip. */
export function toSourceMoment(clip: Times, secondsInClip: number): number {
  return round(clip.start + passInRun(clip, secondsInClip) * clip.speed);
}

/** Moment of the clip in the first run at which the preview shows a moment of its source. */
export function toClipMoment({ start, end, speed }: Times, sourceSeconds: number): number {
  return (Math.max(start, Math.min(end, sourceSeconds)) - start) / speed;
}

function passInRun(clip: Times, secondsInClip: number): number {
  const run = countClipSeconds({ ...clip, repeats: 1 });
  const within = Math.max(0, Math.min(secondsInClip, countClipSeconds(clip)));
  // The end of the clip is the end of its last run.
  return within >= run * clip.repeats ? run : within % run;
}

/** The clip at a moment of the result, and how far into it; the last one at the very end. */
export function findClipAt<Clip extends Times>(
  clips: readonly Clip[],
  seconds: number,
): { clip: Clip; index: number; begin: number; within: number } | undefined {
  let begin = 0;
  for (const [index, clip] of clips.entries()) {
    const length = countClipSeconds(clip);
    if (seconds < begin + length || index === clips.length - 1)
      return { clip, index, begin, within: Math.max(0, Math.min(length, seconds - begin)) };
    begin += length;
  }
  return undefined;
}

/** Moment of the result in which a clip begins. */
export function findBegin(clips: readonly (Times & { id: string })[], id: string): number {
  const place = clips.findIndex((clip) => clip.id === id);
  return clips.slice(0, Math.max(0, place)).reduce((sum, clip) => sum + countClipSeconds(clip), 0);
}

/** Opacity of black above a moment of a clip: from 1 to 0 in its beginning, from 0 to 1 at its end. */
export function findDarkness(clip: CutClip, secondsInClip: number): number {
  const left = countClipSeconds(clip) - secondsInClip;
  const opening = clip.fade_in > 0 ? 1 - secondsInClip / clip.fade_in : 0;
  const closing = clip.fade_out > 0 ? 1 - left / clip.fade_out : 0;
  return Math.max(0, Math.min(1, Math.max(opening, closing)));
}

export type ShapeNote = 'bars' | 'cut-off';

/** Smallest difference of shapes that counts: a smaller one is not visible. */
const shapeSlack = 0.01;

/** Returns what becomes of a clip's picture in a result of another shape; undefined when the shapes agree. */
export function findShapeNote(
  { fit }: Pick<CutClip, 'fit'>,
  source: Pick<BenchSource, 'width' | 'height'> | undefined,
  format: Pick<BenchSource, 'width' | 'height'>,
): ShapeNote | undefined {
  if (!source || findCutAxis(source, format) === undefined) return undefined;
  return fit === 'contain' ? 'bars' : 'cut-off';
}

type Size = Pick<BenchSource, 'width' | 'height'>;

/** The direction in which `cover` cuts off a part of the picture; undefined when the shapes agree. */
export function findCutAxis(source: Size, format: Size): 'across' | 'down' | undefined {
  const ratio = source.width / source.height / (format.width / format.height);
  if (Math.abs(ratio - 1) < shapeSlack) return undefined;
  return ratio > 1 ? 'across' : 'down';
}

/** Length of the picture that `cover` leaves out beside a frame of this size, in the units of the frame. */
export function measureHidden(source: Size, frame: Size): number {
  const scale = Math.max(frame.width / source.width, frame.height / source.height);
  return Math.max(source.width * scale - frame.width, source.height * scale - frame.height);
}

/** Size and rate of the result; undefined while no clip is known. */
export function settleCut(
  { shape, clips }: { shape: Parameters<typeof settleFormat>[0]; clips: readonly { url: string }[] },
  sources: Readonly<Record<string, BenchSource>>,
) {
  const [first, ...others] = clips.flatMap(({ url }) => sources[url] ?? []);
  return first && settleFormat(shape, [first, ...others]);
}

const hundredths = 100;

/** 65.5 → "1:05.50". */
export function formatMoment(seconds: number): string {
  const whole = Math.round(Math.max(0, seconds) * hundredths);
  const minutes = Math.floor(whole / (60 * hundredths));
  const rest = ((whole % (60 * hundredths)) / hundredths).toFixed(2).padStart(5, '0');
  return `${minutes}:${rest}`;
}

/** Reads "65.5", "1:05.5" and "0:01:05"; undefined for anything else. */
export function readMoment(text: string): number | undefined {
  const parts = text.trim().replace(',', '.').split(':');
  const isTime = parts.length <= 3 && parts.every((part) => /^\d+(\.\d*)?$/.test(part));
  return isTime ? parts.reduce((sum, part) => sum * 60 + Number(part), 0) : undefined;
}

/**
 * Moment to show after a change of the cut: the chosen clip stays where it is shown, its changed end comes into view, and
 * a clip that was not shown is shown from its beginning.
 */
export function chooseMoment(
  before: readonly TimedClip[],
  after: readonly TimedClip[],
  { selectedId, moment }: { selectedId: string | undefined; moment: number },
): number {
  const clip = after.find(({ id }) => id === selectedId);
  if (!clip) return moment;
  const begin = findBegin(after, clip.id);
  const length = countClipSeconds(clip);
  const known = before.find(({ id }) => id === clip.id);
  const shown = findClipAt(before, moment);
  if (known?.end !== undefined && known.end !== clip.end)
    return begin + Math.max(0, length - lastPictureSeconds);
  if (!known || shown?.clip.id !== clip.id || known.start !== clip.start) return begin;
  return begin + Math.min(shown.within, Math.max(0, length - lastPictureSeconds));
}

type TimedClip = Times & { id: string };

/** Seconds before the end of a clip at which its last picture is shown: the end itself belongs to the next clip. */
const lastPictureSeconds = 0.04;
