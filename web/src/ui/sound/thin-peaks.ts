/** As many values from 0 to 1 as there are bars, each the highest of its share of the peaks. */
export function thinPeaks(peaks: readonly number[], barCount: number): number[] {
  return Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / barCount));
    return Math.min(1, Math.max(0, ...peaks.slice(from, to)));
  });
}
