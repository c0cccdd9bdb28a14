import { type Finding, judge, noFinding } from './inspection.ts';

/** RGB, 3 bytes a pixel, rows without padding. */
export type SmallPicture = { pixels: Buffer; width: number; height: number };

/** Grey, a byte a pixel, in the picture's own resolution: noise is between neighbours, and gone when made smaller. */
export type Detail = { pixels: Buffer; width: number; height: number };

/** Pictures are compared at this width: wide enough for a star in a night sky. */
export const comparedWidth = 480;
/** The side of the part that noise is looked for in, in pixels. */
export const detailSide = 256;

/** The largest distance between two values of the same colour, 0 to 255; 0 is one colour all over. */
export function measureSpread({ pixels }: SmallPicture): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    let low = 255;
    let high = 0;
    for (let at = channel; at < pixels.length; at += 3) {
      const value = pixels[at] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    most = Math.max(most, high - low);
  }
  return most;
}

/** The largest difference of a value between two pictures of one size, 0 to 255. */
export function measureDifference(one: SmallPicture, other: SmallPicture): number {
  let most = 0;
  for (let at = 0; at < one.pixels.length; at += 1)
    most = Math.max(most, Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0)));
  return most;
}

/** The mean difference of the values of two pictures of one size, 0 to 255. */
export function measureChange(one: SmallPicture, other: SmallPicture): number {
  let sum = 0;
  for (let at = 0; at < one.pixels.length; at += 1)
    sum += Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0));
  return sum / Math.max(1, one.pixels.length);
}

/**
 * How much a pixel says about its neighbours to the right and below: the smaller of both correlations, 0 for noise, near 1
 * for what is drawn, painted or photographed. 1 for a part that is flat, which has nothing to correlate.
 */
export function measureSmoothness({ pixels, width, height }: Detail): number {
  return Math.min(
    measureCorrelation(pixels, width, height, 1),
    measureCorrelation(pixels, width, height, width),
  );
}

/** Deviation of a flat part: a smaller one comes from compression alone. */
const flatDeviation = 6;

function measureCorrelation(pixels: Buffer, width: number, height: number, step: number): number {
  const isAcross = step === 1;
  let [count, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let y = 0; y < (isAcross ? height : height - 1); y += 1) {
    for (let x = 0; x < (isAcross ? width - 1 : width); x += 1) {
      const a = pixels[y * width + x] ?? 0;
      const b = pixels[y * width + x + step] ?? 0;
      count += 1;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  if (count === 0) return 1;
  const varianceA = sumAA / count - (sumA / count) ** 2;
  const varianceB = sumBB / count - (sumB / count) ** 2;
  if (Math.min(varianceA, varianceB) < flatDeviation ** 2) return 1;
  return (sumAB / count - (sumA / count) * (sumB / count)) / Math.sqrt(varianceA * varianceB);
}

/** Spreads of pictures that were compressed: one colour becomes a few. */
const blank = { fault: 8, doubt: 28 };
/** Correlations; fine grain, such as sand, has more than half. */
const noise = { fault: 0.2, doubt: 0.4 };
/** Differences of pictures that were compressed apart from each other. */
const still = { fault: 6, doubt: 14 };

/** Mean differences: what another compression of the same picture changes. */
const echo = { fault: 1.5, doubt: 3 };

/** A result is blank only if all of it is. */
export function judgeSpreads(spreads: readonly number[]): Finding {
  return judge('blank', Math.max(...spreads), blank);
}

export function judgeSmoothness(values: readonly number[]): Finding {
  return judge('noise', Math.max(...values), noise);
}

/** Judges whether a clip is frozen; `difference` is undefined when its pictures could not be the same, or it has only one. */
export function judgeDifference(difference: number | undefined): Finding {
  return difference === undefined ? noFinding : judge('frozen', difference, still);
}

/** Judges whether a result is its input; `change` is undefined when it may be like it. */
export function judgeChange(change: number | undefined): Finding {
  return change === undefined ? noFinding : judge('echo', change, echo);
}
