import { useMemo } from 'react';

const barCount = 96;
/** Silence is still seen as a line. */
const lowestBar = 0.04;

/** The path of a waveform: bars around the middle line, one unit apart, in a box of `barCount` to 2. */
function drawBars(peaks: readonly number[]): string {
  return thinPeaks(peaks, barCount)
    .map((peak, index) => {
      const height = Math.max(lowestBar, peak);
      return `M${index + 0.2} ${(1 - height).toFixed(3)}h.6v${(2 * height).toFixed(3)}h-.6z`;
    })
    .join('');
}

type StillWaveformProps = { peaks: readonly number[]; isPlayed?: boolean };

/** The loudness of a sound from beginning to end, only to look at; as large as the box around it. */
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

/** As many values from 0 to 1 as there are bars, each the highest of its share of the peaks. */
export function thinPeaks(peaks: readonly number[], barCount: number): number[] {
  return Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / barCount));
    return Math.min(1, Math.max(0, ...peaks.slice(from, to)));
  });
}
