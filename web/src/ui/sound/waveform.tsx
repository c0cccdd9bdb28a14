import type { CSSProperties, KeyboardEvent } from 'react';
import { StillWaveform } from './still-waveform.tsx';

/** How far one press of an arrow key seeks, as a fraction of the duration. */
const keyShare = 0.05;

type WaveformProps = {
  /** Loudness from 0 to 1 over the whole duration; all bars are low when it is empty. */
  peaks: readonly number[];
  seconds: number;
  durationSeconds: number;
  label: string;
  /** The position as text, for screen readers. */
  valueText: string;
  onSeek: (seconds: number) => void;
};

/** A waveform whose played part has another colour. It is a slider: click anywhere, drag, or use the arrow keys. */
export function Waveform({ peaks, seconds, durationSeconds, label, valueText, onSeek }: WaveformProps) {
  const share = durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onSeek(Math.min(durationSeconds, Math.max(0, seconds + step * keyShare * durationSeconds)));
  };
  return (
    <div className="relative h-14 min-w-0 flex-1 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
      <StillWaveform peaks={peaks} />
      <div
        className="absolute inset-0 [clip-path:inset(0_var(--rest)_0_0)]"
        style={{ '--rest': `${(1 - share) * 100}%` } as CSSProperties}
      >
        <StillWaveform peaks={peaks} isPlayed />
      </div>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={durationSeconds}
        step="any"
        value={Math.min(seconds, durationSeconds)}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
        className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
      />
    </div>
  );
}
