import { describe, expect, it } from 'vitest';
import { fitColumns, stepByArrow } from './fit-columns.ts';

const gapPx = 10;
/** A window of 1440 × 900 without its head of 56, its foot of 64 and the margins. */
const desktop = { widthPx: 1400, heightPx: 772 };

describe('the blind choice', () => {
  it.each([
    { count: 3, ratio: 1, columns: 3, widthPx: 460 },
    { count: 2, ratio: 16 / 9, columns: 2, widthPx: 695 },
    { count: 4, ratio: 16 / 9, columns: 2, widthPx: 677 },
    { count: 8, ratio: 16 / 9, columns: 3, widthPx: 445 },
    { count: 1, ratio: 1, columns: 1, widthPx: 772 },
    { count: 2, ratio: 9 / 16, columns: 2, widthPx: 434 },
  ])('has $columns columns for $count results of ratio $ratio', ({ count, ratio, columns, widthPx }) => {
    expect(fitColumns(desktop, count, ratio, gapPx)).toEqual({ columns, widthPx });
  });

  it('shows every result inside of any window, and none larger in another number of columns', () => {
    for (const widthPx of [768, 1024, 1366, 2560])
      for (const heightPx of [300, 640, 1300])
        for (let count = 1; count <= 20; count += 1)
          for (const ratio of [0.4, 1, 2.4]) {
            const { columns, widthPx: each } = fitColumns({ widthPx, heightPx }, count, ratio, gapPx);
            const rows = Math.ceil(count / columns);
            expect(each * columns + gapPx * (columns - 1)).toBeLessThanOrEqual(widthPx);
            expect((each / ratio) * rows + gapPx * (rows - 1)).toBeLessThanOrEqual(heightPx);
            expect(each).toBeGreaterThan(0);
          }
  });

  it('has no size below nothing in a window without room', () => {
    expect(fitColumns({ widthPx: 0, heightPx: -20 }, 4, 1, gapPx)).toEqual({ columns: 1, widthPx: 0 });
  });
});

describe('an arrow on the wall', () => {
  // Two ideas, of four takes and of two, in rows of three.
  const spots = [
    [0, 0],
    [100, 0],
    [200, 0],
    [0, 100],
    [0, 240],
    [100, 240],
  ].map(([left = 0, top = 0]) => ({ left, top, width: 96 }));

  it('leads to the next take in reading order, also of the next idea', () => {
    expect(stepByArrow(spots, 2, 'ArrowRight')).toBe(3);
    expect(stepByArrow(spots, 3, 'ArrowRight')).toBe(4);
    expect(stepByArrow(spots, 4, 'ArrowLeft')).toBe(3);
  });

  it('leads to the nearest take of the next row, also of a row that is shorter', () => {
    expect(stepByArrow(spots, 2, 'ArrowDown')).toBe(3);
    expect(stepByArrow(spots, 3, 'ArrowDown')).toBe(4);
    expect(stepByArrow(spots, 5, 'ArrowUp')).toBe(3);
    expect(stepByArrow(spots, 3, 'ArrowUp')).toBe(0);
  });

  it('leads nowhere at the edge, from no take, and by another key', () => {
    expect(stepByArrow(spots, 0, 'ArrowUp')).toBeUndefined();
    expect(stepByArrow(spots, 5, 'ArrowDown')).toBeUndefined();
    expect(stepByArrow(spots, 5, 'ArrowRight')).toBeUndefined();
    expect(stepByArrow(spots, -1, 'ArrowRight')).toBeUndefined();
    expect(stepByArrow(spots, 0, 'Enter')).toBeUndefined();
  });
});
