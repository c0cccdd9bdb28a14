import { type Point, zoomStep } from './zoom.ts';

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

const swipePx = 60;

/** Dragging moves the image, two fingers zoom it, and a wipe across one that is not enlarged turns to another. */
export function listenToPointers(stage: HTMLElement, gestures: Gestures, signal: AbortSignal): void {
  const held = new Map<number, Point>();
  let pinch: { distancePx: number; zoom: number } | undefined;
  let wipedFrom: Point | undefined;

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    held.set(event.pointerId, pointOf(event));
    const [a, b] = [...held.values()];
    wipedFrom = a && !b && gestures.zoom() <= 100 ? a : undefined;
    if (a && b) pinch = { distancePx: distancePx(a, b), zoom: gestures.zoom() };
    gestures.onHold(true);
  };
  const onMove = (event: PointerEvent) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const here = pointOf(event);
    held.set(event.pointerId, here);
    const [a, b] = [...held.values()];
    if (a && b && pinch) {
      const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      gestures.onZoom((pinch.zoom * distancePx(a, b)) / pinch.distancePx, middle);
    } else gestures.onPan({ x: here.x - before.x, y: here.y - before.y });
  };
  const onEnd = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return;
    const by = wipedFrom && event.type === 'pointerup' ? swipeOf(wipedFrom, pointOf(event)) : undefined;
    if (by) gestures.onSwipe(by);
    wipedFrom = undefined;
    pinch = undefined;
    gestures.onHold(held.size > 0);
  };

  stage.addEventListener('pointerdown', onDown, { signal });
  stage.addEventListener('pointermove', onMove, { signal });
  stage.addEventListener('pointerup', onEnd, { signal });
  stage.addEventListener('pointercancel', onEnd, { signal });
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distancePx(a: Point, b: Point): number {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
}

function swipeOf(from: Point, to: Point): 1 | -1 | undefined {
  const acrossPx = to.x - from.x;
  if (Math.abs(acrossPx) < swipePx || Math.abs(acrossPx) < 2 * Math.abs(to.y - from.y)) return undefined;
  return acrossPx < 0 ? 1 : -1;
}

/** What fingers, pointer and wheel ask for on a stage. Points are those of the window. */
export type Gestures = {
  /** The present zoom in percent. */
  zoom: () => number;
  onZoom: (zoom: number, at: Point) => void;
  onPan: (by: Point) => void;
  onSwipe: (by: 1 | -1) => void;
  /** The image is taken hold of, or let go. */
  onHold: (isHeld: boolean) => void;
};
