import { expect, it } from 'vitest';
import { findNearest } from './touch-order.ts';

const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });

it('an item that is dragged takes the place that it is over, or the nearest one', () => {
  const boxes = [box(0, 0), box(20, 0), box(0, 20)];
  expect(findNearest(boxes, { x: 25, y: 5 })).toBe(1);
  expect(findNearest(boxes, { x: 100, y: -50 })).toBe(1);
  expect(findNearest(boxes, { x: 12, y: 22 })).toBe(2);
  expect(findNearest([], { x: 0, y: 0 })).toBe(-1);
});
