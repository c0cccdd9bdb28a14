import type { KeyboardEvent } from 'react';
import { type Point, zoomStep } from './zoom.ts';

/** Per press of Shift and an arrow key. */
const panPx = 80;

const turns = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
]);
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

type ViewerKeys = {
  turn: (by: number) => void;
  zoomBy: (by: number) => void;
  panBy: (by: Point) => void;
  reset: () => void;
};

/** Arrow keys switch images, + and - zoom, 0 resets to 100 %, Shift and arrow keys pan an enlarged image. */
export function useViewerKeys({ turn, zoomBy, panBy, reset }: ViewerKeys) {
  return (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const pan = shiftKey ? pans.get(key) : undefined;
    const turned = turns.get(key);
    const zoomed = zooms.get(key);
    if (pan) panBy(pan);
    else if (turned) turn(turned);
    else if (zoomed) zoomBy(zoomed);
    else if (key === '0') reset();
    else return;
    event.preventDefault();
  };
}
