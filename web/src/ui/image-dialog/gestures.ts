import type { Point } from './zoom.ts';

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
