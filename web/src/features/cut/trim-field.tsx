import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import type { BenchClip, BenchSource } from '#product/playback/bench-clip.ts';
import {
  findBegin,
  findClipAt,
  formatMoment,
  toClipMoment,
  toSourceMoment,
} from '#product/playback/clip-times.ts';
import { FieldLabel } from '#ui/field.tsx';
import { StillWaveform } from '#ui/sound/still-waveform.tsx';
import { MomentField } from './moment-field.tsx';
import type { BenchParts } from './use-bench.ts';

const defaultFps = 30;
/** Room of a handle outside of the part that stays, at both edges: enough for a finger where there is one. */
const findHandleWidth = () => (window.matchMedia('(pointer: coarse)').matches ? '2.75rem' : '1.5rem');

type TrimFieldProps = BenchParts & {
  clip: BenchClip;
  source: BenchSource | undefined;
  errors: Partial<Record<string, string>>;
};

/** The part of a video or a sound that stays: two handles on its length, and both moments as typed times. */
export function TrimField({ bench, dispatch, playback, clip, source, errors }: TrimFieldProps) {
  const { t } = useTranslation('cut');
  const [handleWidth] = useState(findHandleWidth);
  const trackRef = useRef<HTMLDivElement>(null);
  const seconds = Math.max(source?.seconds ?? 0, clip.end);
  const change = (end: 'start' | 'end', moment: number, control?: 'typed') =>
    dispatch({
      do: 'change',
      id: clip.id,
      change: { [end]: moment },
      atMs: performance.now(),
      ...(control && { control }),
    });
  const readMomentAt = (event: PointerEvent) => {
    const box = trackRef.current?.getBoundingClientRect();
    if (!box) return 0;
    return Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * seconds;
  };
  const seek = (event: PointerEvent) =>
    playback.seek(findBegin(bench.cut.clips, clip.id) + toClipMoment(clip, readMomentAt(event)));
  const handle = {
    handleWidth,
    seconds,
    frameSeconds: 1 / (source?.fps ?? defaultFps),
    readMomentAt,
  };
  const toPlace = (moment: number) => `${(100 * moment) / seconds}%`;
  return (
    <div>
      <FieldLabel aside={t('clip.of', { seconds: formatMoment(seconds) })}>{t('clip.trim')}</FieldLabel>
      <div className="relative h-14" style={{ marginInline: handleWidth }}>
        <div
          ref={trackRef}
          className="absolute inset-0 touch-none bg-stage"
          style={
            source?.poster
              ? { backgroundImage: `url("${source.poster}")`, backgroundSize: 'auto 100%' }
              : undefined
          }
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            seek(event);
          }}
          onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seek(event)}
        >
          {source?.peaks ? (
            <div className="absolute inset-0">
              <StillWaveform peaks={source.peaks} />
            </div>
          ) : null}
          <span
            className="absolute inset-y-0 bg-canvas opacity-80"
            style={{ left: 0, width: toPlace(clip.start) }}
          />
          <span
            className="absolute inset-y-0 bg-canvas opacity-80"
            style={{ right: 0, left: toPlace(clip.end) }}
          />
          <Playhead bench={bench} playback={playback} clip={clip} seconds={seconds} />
        </div>
        <TrimHandle
          {...handle}
          end="start"
          value={clip.start}
          onChange={(moment) => change('start', moment)}
        />
        <TrimHandle {...handle} end="end" value={clip.end} onChange={(moment) => change('end', moment)} />
      </div>
      <TypedEnds clip={clip} errors={errors} onChange={(end, moment) => change(end, moment, 'typed')} />
    </div>
  );
}

type TypedEndsProps = Pick<TrimFieldProps, 'clip' | 'errors'> & {
  onChange: (end: 'start' | 'end', moment: number) => void;
};

function TypedEnds({ clip, errors, onChange }: TypedEndsProps) {
  const { t } = useTranslation('cut');
  return (
    <div className="mt-3 grid grid-cols-2 gap-3">
      {(['start', 'end'] as const).map((end) => (
        <MomentField
          key={end}
          label={t(`clip.${end}`)}
          value={clip[end]}
          error={errors[end]}
          onChange={(moment) => onChange(end, moment)}
        />
      ))}
    </div>
  );
}

type PlayheadProps = Pick<BenchParts, 'bench' | 'playback'> & { clip: BenchClip; seconds: number };

/** The picture that is shown, on the length of the video. */
function Playhead({ bench, playback, clip, seconds }: PlayheadProps) {
  const shown = findClipAt(bench.cut.clips, useStore(playback.moment));
  if (shown?.clip.id !== clip.id) return null;
  const left = `${(100 * toSourceMoment(clip, shown.within)) / seconds}%`;
  return <span aria-hidden="true" className="absolute inset-y-0 w-0.5 bg-ink" style={{ left }} />;
}

type TrimHandleProps = {
  handleWidth: string;
  end: 'start' | 'end';
  value: number;
  seconds: number;
  frameSeconds: number;
  readMomentAt: (event: PointerEvent) => number;
  onChange: (moment: number) => void;
};

/** One end of the part that stays. Arrows move it by a picture, with Shift by a second. */
function TrimHandle({
  handleWidth,
  end,
  value,
  seconds,
  frameSeconds,
  readMomentAt,
  onChange,
}: TrimHandleProps) {
  const { t } = useTranslation('cut');
  const [isDragged, setDragged] = useState(false);
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 1 : frameSeconds;
    const moments: Readonly<Record<string, number>> = {
      ArrowRight: value + step,
      ArrowUp: value + step,
      ArrowLeft: value - step,
      ArrowDown: value - step,
      Home: 0,
      End: seconds,
    };
    const moment = moments[event.key];
    if (moment === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChange(moment);
  };
  const isStart = end === 'start';
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t(`clip.${end}Handle`)}
      aria-valuemin={0}
      aria-valuemax={seconds}
      aria-valuenow={value}
      aria-valuetext={formatMoment(value)}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={(event) => isDragged && onChange(readMomentAt(event))}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      className={`absolute inset-y-0 flex touch-none select-none rounded-md ${isStart ? 'justify-end' : ''}`}
      style={{
        width: handleWidth,
        left: isStart ? `calc(${(100 * value) / seconds}% - ${handleWidth})` : `${(100 * value) / seconds}%`,
        cursor: 'ew-resize',
      }}
    >
      <span className="grid h-full w-3 place-items-center rounded-sm bg-accent text-on-accent">
        <span className="h-5 w-0.5 rounded-full bg-on-accent" />
      </span>
    </div>
  );
}
