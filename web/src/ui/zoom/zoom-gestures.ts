import { type Point, zoomStep } from './zoom.ts';

/** Effects of pointers and the wheel on a stage. Points are in viewport coordinates. */
export type Gestures = {
  /** The current zoom in percent. */
  zoom: () => number;
  onZoom: (zoom: number, at: Point) => void;
  onPan: (by: Point) => void;
  /** Dragging starts or ends. */
  onHold: (isHeld: boolean) => void;
};

/** Scroll distance of one zoom step; a notch of a mouse wheel is about 100, a touchpad sends many small deltas. */
const stepPx = 50;

/** Zooms by one step per scroll distance; a double click toggles between 100 and 200 %. */
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
  // React's wheel listeners are passive and could not prevent the browser's own zoom.
  stage.addEventListener('wheel', onWheel, { passive: false, signal });
  stage.addEventListener('dblclick', (event) => onZoom(zoom() === 100 ? 200 : 100, event), { signal });
}

/** Dragging pans the image, and a pinch zooms it. */
export function listenToPointers(stage: HTMLElement, gestures: Gestures, signal: AbortSignal): void {
  const held = new Map<number, Point>();
  let pinch: { distancePx: number; zoom: number } | undefined;

  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    held.set(event.pointerId, readPoint(event));
    const [a, b] = [...held.values()];
    if (a && b) pinch = { distancePx: distancePx(a, b), zoom: gestures.zoom() };
    gestures.onHold(true);
  };
  const onMove = (event: PointerEvent) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const here = readPoint(event);
    held.set(event.pointerId, here);
    const [a, b] = [...held.values()];
    if (a && b && pinch) {
      const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      gestures.onZoom((pinch.zoom * distancePx(a, b)) / pinch.distancePx, middle);
    } else gestures.onPan({ x: here.x - before.x, y: here.y - before.y });
  };
  const onEnd = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return;
    pinch = undefined;
    gestures.onHold(held.size > 0);
  };

  stage.addEventListener('pointerdown', onDown, { signal });
  stage.addEventListener('pointermove', onMove, { signal });
  stage.addEventListener('pointerup', onEnd, { signal });
  stage.addEventListener('pointercancel', onEnd, { signal });
}

function readPoint({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distancePx(a: Point, b: Point): number {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
}
