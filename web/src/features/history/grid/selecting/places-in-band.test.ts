import { describe, expect, it } from 'vitest';
import { asChip } from '../feed/tile-shape.ts';
import { chipPx } from '../layout/block-layout.ts';
import { headingPx } from '../layout/grid-blocks.ts';
import { computeGrid, type GridLayout } from '../layout/grid-layout.ts';
import { makeGrid } from '../layout/testing/make-grid.ts';
import { placesInBand } from './places-in-band.ts';

const space = { widthPx: 1_000, targetPx: 100, gapPx: 8 };

/** Three squares and two that failed on a day, then a day of one square; rows of 100 px that are not filled. */
function gridOfTwoDays(): GridLayout {
  return makeGrid(
    [
      ['2026-03-02', 5],
      ['2026-03-01', 1],
    ],
    [[1, 1, asChip, 1, asChip], [1]],
    { space },
  );
}

describe('a band in the grid', () => {
  const band = { leftPx: 0, rightPx: 1_000, topPx: 0, bottomPx: headingPx + 99 };

  it('touches the tiles that it reaches, and no others', () => {
    const layout = gridOfTwoDays();
    expect(placesInBand(layout, band)).toEqual([0, 1, 3]);
    expect(placesInBand(layout, { ...band, leftPx: 150 })).toEqual([1, 3]);
    expect(placesInBand(layout, { ...band, rightPx: 99 })).toEqual([0]);
    expect(placesInBand(layout, { ...band, bottomPx: headingPx - 1 })).toEqual([]);
    // The band lies in the gap between the first two.
    expect(placesInBand(layout, { ...band, leftPx: 101, rightPx: 107 })).toEqual([]);
  });

  it('touches what ended without a result only where it is unfolded', () => {
    const layout = gridOfTwoDays();
    const below = { ...band, topPx: headingPx, bottomPx: headingPx + 2 * chipPx };
    expect(placesInBand(layout, below)).toEqual([0, 1, 3]);
    const settings = { ...layout.settings, isAlwaysUnfolded: true };
    const open = computeGrid(layout.loaded, settings, layout).measured(0, 1);
    expect(placesInBand(open, { ...below, bottomPx: headingPx + chipPx - 2 })).toEqual([2]);
    expect(placesInBand(open, below)).toEqual([2, 4]);
  });

  it('goes on over the next days', () => {
    const layout = gridOfTwoDays();
    expect(placesInBand(layout, { ...band, rightPx: 50, bottomPx: layout.totalPx })).toEqual([0, 5]);
  });

  it('touches one of two days that share a row', () => {
    const layout = makeGrid(
      [
        ['2026-03-02', 2],
        ['2026-03-01', 1],
      ],
      [[1, 1], [1]],
      { space: { ...space, targetPx: 200 } },
    );
    // Two squares with a gap, then the wider one between days.
    expect(placesInBand(layout, { ...band, rightPx: 410 })).toEqual([0, 1]);
    expect(placesInBand(layout, { ...band, leftPx: 432 })).toEqual([2]);
    expect(placesInBand(layout, band)).toEqual([0, 1, 2]);
  });
});
