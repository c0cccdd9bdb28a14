import { thinPeaks } from './thin-peaks.ts';

export const barCount = 96;
/** Silence is still seen as a line. */
const lowestBar = 0.04;

/** The path of a waveform: bars around the middle line, one unit apart, in a box of `barCount` to 2. */
export function drawBars(peaks: readonly number[]): string {
  return thinPeaks(peaks, barCount)
    .map((peak, index) => {
      const height = Math.max(lowestBar, peak);
      return `M${index + 0.2} ${(1 - height).toFixed(3)}h.6v${(2 * height).toFixed(3)}h-.6z`;
    })
    .join('');
}
