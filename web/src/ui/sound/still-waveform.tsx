import { useMemo } from 'react';
import { barCount, drawBars } from './draw-bars.ts';

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
