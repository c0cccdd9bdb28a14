import { useMemo } from 'react';

type StillWaveformProps = { peaks: readonly number[]; isPlayed?: boolean };

/** The loudness of a sound over time, not interactive; fills its parent. */
export function StillWaveform({ peaks, isPlayed = false }: StillWaveformProps) {
  const bars = useMemo(() => drawBars(peaks), [peaks]);
  return (
    <svg
      viewBox={`0 0 ${barCount} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={isPlayed ? 'size-full text-accent-text' : 'size-full text-ink-faint opacity-60'}
    >
      <path d={bars} fill="currentColor" />
    </svg>
  );
}

const barCount = 96;
/** Silence is visible as a line. */
const lowestBar = 0.04;

/** The SVG path of the bars, centred vertically and one unit apart, in a box of `barCount` by 2. */
function drawBars(peaks: readonly number[]): string {
  return thinPeaks(peaks, barCount)
    .map((peak, index) => {
      const height = Math.max(lowestBar, peak);
      return `M${index + 0.2} ${(1 - height).toFixed(3)}h.6v${(2 * height).toFixed(3)}h-.6z`;
    })
    .join('');
}

/** One value from 0 to 1 for each bar: the highest of its share of the peaks. */
export function thinPeaks(peaks: readonly number[], barCount: number): number[] {
  return Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / barCount));
    return Math.min(1, Math.max(0, ...peaks.slice(from, to)));
  });
}
