import { describe, expect, it } from 'vitest';
import { chipPx, chooseOrigin, GridLayout, headingPx, maxWindowPx, startOf } from './grid-layout.ts';
import { type DayCount, type LoadedDay, LoadedDays, setShape } from './loaded-days.ts';
import { asChip, notInGrid } from './tile-shape.ts';

const space = { widthPx: 1120, targetPx: 216, gapPx: 8 };

function gridOf(...counts: DayCount[]) {
  const loaded = new LoadedDays();
  loaded.setDays(counts);
  const layout = new GridLayout(loaded);
  layout.setSpace(space);
  layout.setDays();
  return { loaded, layout };
}

function fill(day: LoadedDay | undefined, shapes: number[]): void {
  if (!day) throw new Error('There is no such day');
  for (const [at, shape] of shapes.entries()) setShape(day, at, shape);
}

describe('a million records', () => {
  // 4,000 days of 250.
  const days = Array.from({ length: 4_000 }, (_, at): DayCount => {
    const day = new Date(Date.UTC(2026, 0, 1) - at * 86_400_000);
    return [day.toISOString().slice(0, 10), 250];
  });

  it('are placed, and any of them is found at its height', () => {
    const { layout } = gridOf(...days);
    expect(layout.blocks).toHaveLength(12_000);
    for (const place of [0, 99, 100, 123_456, 999_999]) {
      const topPx = layout.placeTop(place);
      const index = layout.indexAt(topPx);
      expect(index).toBe(layout.indexOf(place));
      const block = layout.blocks[index];
      expect(place >= startOf(block) && place < startOf(block) + (block?.count ?? 0)).toBe(true);
    }
  });

  it('keep their places when a block is corrected, except for those after it', () => {
    const { layout } = gridOf(...days);
    const before = [layout.topOf(50), layout.topOf(52)];
    fill(layout.blocks[50]?.day, Array(250).fill(0.5));
    expect(layout.measure(50, 50)).toBe(true);
    expect(layout.topOf(50)).toBe(before[0]);
    expect(layout.topOf(52)).not.toBe(before[1]);
    expect(layout.measure(50, 50)).toBe(false);
  });
});

describe('a block', () => {
  it('has a heading, tiles, and one fold for what ended without a result', () => {
    const { loaded, layout } = gridOf(['2026-03-01', 5]);
    fill(loaded.days[0], [1.5, asChip, 1.5, asChip, notInGrid]);
    const [block] = layout.blocks;
    if (!block) throw new Error('There is no block');
    const folded = layout.layOut(block);
    expect(folded.rows.flatMap(({ places }) => places)).toEqual([0, 2]);
    expect(folded.rows[0]?.topPx).toBe(headingPx);
    expect(folded.chips).toEqual([1, 3]);
    layout.toggleFold(block.key);
    expect(layout.layOut(block).heightPx - folded.heightPx).toBe(2 * chipPx);
  });

  it('takes no room when nothing of its day is in the grid', () => {
    const { loaded, layout } = gridOf(['2026-03-01', 1]);
    fill(loaded.days[0], [notInGrid]);
    layout.measure(0, 0);
    expect(layout.totalPx).toBe(0);
  });
});

describe('chooseOrigin', () => {
  const totalPx = 50_000_000;

  it('stays while there is room to scroll, and moves along where there is none', () => {
    expect(chooseOrigin(0, 3_000_000, totalPx)).toBe(0);
    expect(chooseOrigin(0, 5_500_000, totalPx)).toBe(2_500_000);
    expect(chooseOrigin(2_500_000, 2_600_000, totalPx)).toBe(0);
    expect(chooseOrigin(0, 40_000_000, totalPx)).toBe(37_000_000);
    expect(chooseOrigin(0, totalPx, totalPx)).toBe(totalPx - maxWindowPx);
  });

  it('is the top of a grid that fits', () => {
    expect(chooseOrigin(0, 3_000_000, 4_000_000)).toBe(0);
    // The grid has become smaller, by a filter or a deletion.
    expect(chooseOrigin(9_000_000, 100, 4_000_000)).toBe(0);
  });
});
