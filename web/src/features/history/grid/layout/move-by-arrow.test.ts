import { expect, it } from 'vitest';
import { moveByArrow } from './move-by-arrow.ts';

const rows = [
  { topPx: 0, places: [0, 1, 2], tiles: spans(300, 100, 600) },
  { topPx: 200, places: [3, 5], tiles: spans(600, 400) },
  { topPx: 400, places: [9], tiles: spans(200) },
];

function spans(...widths: number[]) {
  let leftPx = 0;
  return widths.map((widthPx) => {
    const span = { leftPx, widthPx };
    leftPx += widthPx;
    return span;
  });
}

it('an arrow key moves to the neighbour, and over the end of a row to the next one', () => {
  expect(moveByArrow(rows, 0, 'ArrowRight')).toBe(1);
  expect(moveByArrow(rows, 2, 'ArrowRight')).toBe(3);
  expect(moveByArrow(rows, 3, 'ArrowLeft')).toBe(2);
  expect(moveByArrow(rows, 3, 'ArrowRight')).toBe(5);
});

it('an arrow key moves up and down to the tile that is there, whatever its place in its row', () => {
  expect(moveByArrow(rows, 1, 'ArrowDown')).toBe(3);
  expect(moveByArrow(rows, 2, 'ArrowDown')).toBe(5);
  expect(moveByArrow(rows, 5, 'ArrowUp')).toBe(2);
  // Nothing is below it: the nearest one.
  expect(moveByArrow(rows, 5, 'ArrowDown')).toBe(9);
});

it('an arrow key does nothing at the edges', () => {
  expect(moveByArrow(rows, 0, 'ArrowLeft')).toBeUndefined();
  expect(moveByArrow(rows, 0, 'ArrowUp')).toBeUndefined();
  expect(moveByArrow(rows, 9, 'ArrowDown')).toBeUndefined();
  expect(moveByArrow(rows, 77, 'ArrowDown')).toBeUndefined();
});

it('an arrow key moves up and down within two tiles of half a row first', () => {
  const half = { leftPx: 0, widthPx: 300, heightPx: 90 };
  const halves = [
    { topPx: 0, places: [0, 1, 2], tiles: [half, { ...half, topPx: 98 }, { leftPx: 308, widthPx: 300 }] },
    { topPx: 200, places: [3], tiles: spans(300) },
  ];
  expect(moveByArrow(halves, 0, 'ArrowDown')).toBe(1);
  expect(moveByArrow(halves, 1, 'ArrowUp')).toBe(0);
  expect(moveByArrow(halves, 1, 'ArrowDown')).toBe(3);
});
