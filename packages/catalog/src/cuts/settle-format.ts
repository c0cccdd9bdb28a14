import { type CutClip, type CutPlan, countClipSeconds, cutLimits } from './plan.ts';

/** Facts about a video before it is cut: pixels as shown, pictures a second when they are known. */
export type CutSource = { width: number; height: number; fps?: number | null | undefined };

/** Format of the result. Pictures a second are a fraction, because 23.976 is 24,000 / 1,001. */
export type CutFormat = { width: number; height: number; fps: { num: number; den: number } };

/** Rates that players and editors know. */
const knownRates = [
  { num: 24_000, den: 1_001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1_001 },
  { num: 30, den: 1 },
  { num: 48, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1_001 },
  { num: 60, den: 1 },
] as const;
const defaultRate = { num: 30, den: 1 } as const;
const maxFps = 60;
/** A rate that is measured is a little off. */
const rateSlack = 0.006;

/**
 * Settles size and rate of a cut from its sources in the order of the clips: the shape and the rate of the first one, and
 * the size of the largest, so that no picture is stretched and none is made smaller without need. Sizes are even.
 */
export function settleFormat(
  shape: CutPlan['shape'],
  sources: readonly [CutSource, ...CutSource[]],
): CutFormat {
  const [first] = sources;
  const [across, down] = shape === 'source' ? [first.width, first.height] : readShape(shape);
  const shortSide = Math.max(...sources.map(({ width, height }) => Math.min(width, height)));
  const scale = Math.min(
    shortSide / Math.min(across, down),
    cutLimits.shortSide / Math.min(across, down),
    cutLimits.longSide / Math.max(across, down),
  );
  return { width: toEven(across * scale), height: toEven(down * scale), fps: settleRate(first.fps) };
}

function readShape(shape: Exclude<CutPlan['shape'], 'source'>): [number, number] {
  const [across = 1, down = 1] = shape.split(':').map(Number);
  return [across, down];
}

function toEven(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}

function settleRate(fps: number | null | undefined): CutFormat['fps'] {
  if (!fps || !Number.isFinite(fps)) return { ...defaultRate };
  const near = knownRates
    .map((rate) => ({ rate, distance: Math.abs(rate.num / rate.den - fps) }))
    .sort((one, other) => one.distance - other.distance)[0];
  if (near && near.distance <= rateSlack) return { ...near.rate };
  // A rate of its own, such as the 16 pictures a second of some models.
  const capped = Math.min(maxFps, Math.max(1, fps));
  const whole = Math.round(capped);
  return Math.abs(whole - capped) <= 0.05
    ? { num: whole, den: 1 }
    : { num: Math.round(capped * 1_000), den: 1_000 };
}

/** Pictures of one run of a clip in the result: at least one. */
export function countFrames(
  clip: Pick<CutClip, 'start' | 'end' | 'speed'>,
  { fps }: Pick<CutFormat, 'fps'>,
): number {
  return Math.max(1, Math.round((countClipSeconds({ ...clip, repeats: 1 }) * fps.num) / fps.den));
}
