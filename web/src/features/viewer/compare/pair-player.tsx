import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { prefersStill } from '#ui/prefers-still.ts';
import { StepClock } from '#ui/video/step-clock.ts';
import { type Pair, PairLetter } from './pair-letter.tsx';

type PairPlayerProps = { pair: Pair; outputs: readonly [ShownOutput, ShownOutput] };

/** Frame rate of videos without one of their own. */
const defaultFps = 24;

/** Two videos beside each other, muted, with one set of controls. */
export function PairPlayer({ pair, outputs }: PairPlayerProps) {
  const { t } = useTranslation(['viewer', 'preview']);
  const boxRef = useRef<HTMLDivElement>(null);
  const { clock, isPlaying, seconds, durationSeconds } = usePairClock(boxRef);
  const toggle = () => (isPlaying ? clock.current?.pause() : clock.current?.play());
  const share = durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 0;
  const stepSeconds = 1 / Math.max(...outputs.map(({ fps }) => fps ?? defaultFps));
  return (
    <div ref={boxRef} className="absolute inset-0 flex flex-col">
      <div className="flex min-h-0 flex-1 gap-0.5">
        {outputs.map((output, index) => (
          <div key={output.id} className="relative min-w-0 flex-1">
            <video
              data-pair={index}
              src={output.url}
              poster={output.poster_url ?? undefined}
              aria-label={makeExcerpt(pair[index]?.prompt ?? '')}
              muted
              playsInline
              preload="auto"
              className="absolute inset-0 size-full object-contain"
            />
            {/* Button for pointers only: the one below does the same. */}
            <button
              type="button"
              tabIndex={-1}
              aria-hidden="true"
              onClick={toggle}
              className="absolute inset-0"
            />
            <PairLetter index={index} />
          </div>
        ))}
      </div>
      <div className="flex items-center gap-2 bg-surface px-3 py-1">
        <IconButton
          data-key=" "
          label={t(isPlaying ? 'preview:player.pause' : 'preview:player.play')}
          tooltipSide="above-start"
          onClick={toggle}
        >
          {isPlaying ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
        </IconButton>
        <input
          type="range"
          aria-label={t('preview:player.position')}
          aria-valuetext={t('preview:player.positionOf', {
            at: formatClock(seconds),
            of: formatClock(durationSeconds),
          })}
          min={0}
          max={durationSeconds}
          step={stepSeconds}
          value={Math.min(seconds, durationSeconds)}
          onChange={(event) => clock.current?.seek(event.target.valueAsNumber)}
          className="range-input min-w-0 flex-1"
          style={{ '--filled': `${share * 100}%` } as CSSProperties}
        />
        <span aria-hidden="true" className="text-xs text-ink tabular-nums">
          {formatClock(seconds)} / {formatClock(durationSeconds)}
        </span>
      </div>
    </div>
  );
}

/** The clock of the two videos in a box, which begins to play at once unless the user wants less motion or less data. */
function usePairClock(boxRef: RefObject<HTMLElement | null>) {
  const clock = useRef<StepClock>(undefined);
  const [state, setState] = useState({ isPlaying: false, seconds: 0, durationSeconds: 0 });
  useEffect(() => {
    const [a, b] = boxRef.current?.querySelectorAll('video') ?? [];
    if (!a || !b) return;
    const made = new StepClock([a, b], setState);
    clock.current = made;
    if (!prefersStill()) made.play();
    return () => made.stop();
  }, [boxRef]);
  return { ...state, clock };
}
