import { useEffect, useRef } from 'react';
import { useZoomLabels } from '#product/generation/pictures/zoom-labels.ts';
import { classNames } from '#ui/class-names.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import { useZoom } from '#ui/zoom/use-zoom.ts';
import { type Point, zoomStep } from '#ui/zoom/zoom.ts';
import { ZoomButtons } from '#ui/zoom/zoom-buttons.tsx';
import type { StageProps } from './medium-view.ts';

/** Per press of Shift and an arrow key. */
const panPx = 80;

const zooms = new Map([
  ['+', zoomStep],
  ['=', zoomStep],
  ['-', -zoomStep],
  ['_', -zoomStep],
]);
const pans = new Map<string, Point>([
  ['ArrowLeft', { x: panPx, y: 0 }],
  ['ArrowRight', { x: -panPx, y: 0 }],
  ['ArrowUp', { x: 0, y: panPx }],
  ['ArrowDown', { x: 0, y: -panPx }],
]);

/** An image that wheel, pinch, double click, buttons and keys enlarge; Shift and the arrow keys move an enlarged one. */
export function ImageStage({ generation, output, stageKeys, onSwipe }: StageProps) {
  const stageRef = useRef<HTMLDivElement>(null);
  const imageRef = useRef<HTMLImageElement>(null);
  const labels = useZoomLabels();
  const { view, isHeld, zoomBy, panBy, reset } = useZoom({
    stageRef,
    imageRef,
    onSwipe: (by) => onSwipe?.(by),
  });
  useEffect(() => {
    if (!stageKeys) return;
    stageKeys.current = (event: KeyboardEvent) => {
      const { key, shiftKey } = event;
      const pan = shiftKey ? pans.get(key) : undefined;
      const zoomed = zooms.get(key);
      if (pan) panBy(pan);
      else if (zoomed) zoomBy(zoomed);
      else if (pressedKey(event) === '0') reset();
      else return false;
      return true;
    };
    return () => {
      stageKeys.current = undefined;
    };
  });
  return (
    <div data-stage className="absolute inset-0">
      <div
        ref={stageRef}
        className={classNames(
          'absolute inset-0 flex touch-none items-center justify-center overflow-hidden select-none',
          view.zoom > 100 && (isHeld ? 'cursor-grabbing' : 'cursor-grab'),
        )}
      >
        <img
          ref={imageRef}
          src={output?.url}
          alt={generation.prompt}
          width={output?.width ?? undefined}
          height={output?.height ?? undefined}
          draggable={false}
          className={classNames(
            'h-auto max-h-full w-auto max-w-full object-contain',
            !isHeld && 'transition-transform duration-150',
          )}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom / 100})` }}
        />
      </div>
      <div className="absolute right-2 bottom-2 flex items-center rounded-md bg-surface/85">
        <ZoomButtons zoom={view.zoom} labels={labels} onZoom={zoomBy} onReset={reset} />
      </div>
    </div>
  );
}
