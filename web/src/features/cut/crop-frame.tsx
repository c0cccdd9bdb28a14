import type { CutClip, CutFormat } from '@atelier/catalog/cuts';
import Move from 'lucide-react/icons/move';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BenchClip, BenchSource } from '#product/playback/bench-clip.ts';
import { findCutAxis, measureHidden } from '#product/playback/clip-times.ts';

const step = 0.01;
const wideStep = 0.1;

type CropFrameProps = {
  clip: BenchClip;
  source: BenchSource;
  format: CutFormat;
  onChange: (change: Partial<CutClip>) => void;
};

/**
 * The frame over a picture that fills it: dragged, the picture moves below it. Arrows move the frame by 1 %, with Shift
 * by 10 %.
 */
export function CropFrame({ clip, source, format, onChange }: CropFrameProps) {
  const { t } = useTranslation('cut');
  const drag = useRef<{ at: number; share: number }>(undefined);
  const axis = findCutAxis(source, format);
  if (!axis || clip.fit !== 'cover') return null;
  const field = axis === 'across' ? 'focus_x' : 'focus_y';
  const share = clip[field];
  const percent = Math.round(share * 100);
  const change = (next: number) =>
    onChange({ [field]: Math.round(Math.max(0, Math.min(1, next)) * 1_000) / 1_000 });
  const readPlace = ({ clientX, clientY }: PointerEvent) => (axis === 'across' ? clientX : clientY);
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const hidden = measureHidden(source, { width, height });
    if (hidden > 0) change(drag.current.share - (readPlace(event) - drag.current.at) / hidden);
  };
  const press = (event: KeyboardEvent) => {
    const next = findNext(event, share);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    change(next);
  };
  const end = () => {
    drag.current = undefined;
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t('clip.crop')}
      aria-orientation={axis === 'across' ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={t(`clip.crop_${axis}`, { percent })}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (!event.isPrimary || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: readPlace(event), share };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className="absolute inset-0 grid cursor-grab select-none place-items-center"
      style={{
        outline: '2px dashed var(--color-accent)',
        outlineOffset: -2,
        // The finger still scrolls the page in the other direction.
        touchAction: axis === 'across' ? 'pan-y' : 'pan-x',
      }}
    >
      <span className="grid size-11 place-items-center rounded-full bg-shade text-on-accent">
        <Move size={20} aria-hidden="true" />
      </span>
    </div>
  );
}

function findNext({ key, shiftKey }: KeyboardEvent, share: number): number | undefined {
  const by = shiftKey ? wideStep : step;
  const next: Readonly<Record<string, number>> = {
    ArrowRight: share + by,
    ArrowDown: share + by,
    ArrowLeft: share - by,
    ArrowUp: share - by,
    Home: 0,
    End: 1,
  };
  return next[key];
}
