import type { Gestures } from './gestures.ts';
import { zoomStep } from './zoom.ts';

/** So far the wheel turns for one step; a notch of a mouse wheel is about 100, a touchpad sends many small parts. */
const stepPx = 50;

/** A step of zoom for each turn of the wheel, and 200 % or back with a double click. */
export function listenToWheel(
  stage: HTMLElement,
  { zoom, onZoom }: Pick<Gestures, 'zoom' | 'onZoom'>,
  signal: AbortSignal,
): void {
  let turnedPx = 0;
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    turnedPx += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * stepPx : event.deltaY;
    if (Math.abs(turnedPx) < stepPx) return;
    onZoom(zoom() - Math.sign(turnedPx) * zoomStep, event);
    turnedPx = 0;
  };
  // React listens passively, which could not keep the browser's own zoom away.
  stage.addEventListener('wheel', onWheel, { passive: false, signal });
  stage.addEventListener('dblclick', (event) => onZoom(zoom() === 100 ? 200 : 100, event), { signal });
}
