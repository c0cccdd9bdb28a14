import { describe, expect, it } from 'vitest';
import { chipPx } from './block-layout.ts';
import { headingPx } from './grid-blocks.ts';
import { GridLayout } from './grid-layout.ts';
import { LoadedDays, setShape } from './loaded-days.ts';
import { placesInBand } from './places-in-band.ts';
import { asChip } from './tile-shape.ts';

/** Three squares and two that failed on a day, then a day of one square; rows of 100 px that are not filled. */
function gridOfTwoDays(): GridLayout {
  const loaded = new LoadedDays();
  loaded.setDays([
    ['2026-03-02', 5],
    ['2026-03-01', 1],
  ]);
  const layout = new GridLayout(loaded);
  layout.setSpace({ widthPx: 1_000, targetPx: 100, gapPx: 8 });
  layout.setDays();
  for (const [day, shapes] of [[1, 1, asChip, 1, asChip], [1]].entries())
    for (const [at, shape] of shapes.entries()) setShape(loaded.days[day] ?? expect.unreachable(), at, shape);
  layout.measure(0, 1);
  return layout;
}

describe('a band in the grid', () => {
  const band = { leftPx: 0, rightPx: 1_000, topPx: 0, bottomPx: headingPx + 99 };

  it('touches the tiles that it reaches, and no others', () => {
    const layout = gridOfTwoDays();
    expect(placesInBand(layout, band)).toEqual([0, 1, 3]);
    expect(placesInBand(layout, { ...band, leftPx: 150 })).toEqual([1, 3]);
    expect(placesInBand(layout, { ...band, rightPx: 99 })).toEqual([0]);
    expect(placesInBand(layout, { ...band, bottomPx: headingPx - 1 })).toEqual([]);
    // In the gap between the first two.
    expect(placesInBand(layout, { ...band, leftPx: 101, rightPx: 107 })).toEqual([]);
  });

  it('touches what ended without a result only where it is unfolded', () => {
    const layout = gridOfTwoDays();
    const chipsPx = headingPx + 100 + 8;
    const below = { ...band, topPx: chipsPx, bottomPx: chipsPx + 3 * chipPx };
    expect(placesInBand(layout, { ...below, bottomPx: chipsPx + chipPx - 1 })).toEqual([]);
    layout.toggleFold(layout.blocks[0]?.parts[0]?.key ?? '');
    layout.measure(0, 1);
    expect(placesInBand(layout, { ...below, bottomPx: chipsPx + chipPx + 1 })).toEqual([2]);
    expect(placesInBand(layout, below)).toEqual([2, 4]);
  });

  it('goes on over the next days', () => {
    const layout = gridOfTwoDays();
    expect(placesInBand(layout, { ...band, rightPx: 50, bottomPx: layout.totalPx })).toEqual([0, 5]);
  });

  it('touches one of two days that share a row', () => {
    const loaded = new LoadedDays();
    loaded.setDays([
      ['2026-03-02', 2],
      ['2026-03-01', 1],
    ]);
    const layout = new GridLayout(loaded);
    layout.setSpace({ widthPx: 1_000, targetPx: 200, gapPx: 8 });
    layout.setDays();
    for (const day of loaded.days) for (let at = 0; at < day.count; at += 1) setShape(day, at, 1);
    layout.measure(0, 0);
    // Two squares with a gap, then the wider one between days.
    expect(placesInBand(layout, { ...band, rightPx: 410 })).toEqual([0, 1]);
    expect(placesInBand(layout, { ...band, leftPx: 432 })).toEqual([2]);
    expect(placesInBand(layout, band)).toEqual([0, 1, 2]);
  });
});
