import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAltText } from '#product/generation/alt-text.ts';
import { useZoomLabels } from '#product/generation/pictures/zoom-labels.ts';
import { classNames } from '#ui/class-names.ts';
import { pressedKey } from '#ui/pressed-key.ts';
import { useZoom } from '#ui/zoom/use-zoom.ts';
import { type Point, zoomStep } from '#ui/zoom/zoom.ts';
import { ZoomButtons } from '#ui/zoom/zoom-buttons.tsx';
import type { StageProps } from './medium-view.ts';

/** Pixels that a press of Shift and an arrow key moves the image by. */
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
export function ImageStage({ generation, output, stageKeys }: StageProps) {
  const stageRef = useRef<HTMLDivElement>(null);
  const imageRef = useRef<HTMLImageElement>(null);
  const labels = useZoomLabels();
  const [isBroken, setBroken] = useState(false);
  const { view, isHeld, zoomBy, panBy, reset } = useZoom({ stageRef, imageRef });
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
        // A finger pans an enlarged image, and leads nowhere else.
        data-own-touches={view.zoom > 100 ? '' : undefined}
        className={classNames(
          'absolute inset-0 flex items-center justify-center overflow-hidden select-none',
          view.zoom > 100 && 'touch-none',
          view.zoom > 100 && (isHeld ? 'cursor-grabbing' : 'cursor-grab'),
        )}
      >
        <img
          ref={imageRef}
          // Another element loads it once more.
          key={String(isBroken)}
          src={isBroken ? undefined : output?.url}
          alt={readAltText(generation)}
          width={output?.width ?? undefined}
          height={output?.height ?? undefined}
          draggable={false}
          className={classNames(
            'h-auto max-h-full w-auto max-w-full object-contain',
            !isHeld && 'transition-transform duration-150',
          )}
          onError={() => setBroken(true)}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom / 100})` }}
        />
      </div>
      {isBroken ? <NotLoaded onOnline={() => setBroken(false)} /> : null}
      <div className="absolute right-2 bottom-2 flex items-center rounded-md bg-surface/85">
        <ZoomButtons zoom={view.zoom} labels={labels} onZoom={zoomBy} onReset={reset} />
      </div>
    </div>
  );
}

/** Says that an image could not be loaded, which is tried again once the browser is online. */
function NotLoaded({ onOnline }: { onOnline: () => void }) {
  const { t } = useTranslation('preview');
  const load = useEffectEvent(onOnline);
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('online', () => load(), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return (
    <p role="alert" className="absolute inset-0 m-auto h-fit max-w-sm p-4 text-center text-sm text-ink-soft">
      {t(navigator.onLine ? 'viewer.broken' : 'viewer.offline')}
    </p>
  );
}
