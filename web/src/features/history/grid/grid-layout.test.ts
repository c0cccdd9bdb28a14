import { describe, expect, it } from 'vitest';
import { chipPx } from './block-layout.ts';
import { headingPx, leastDayPx } from './grid-blocks.ts';
import { chooseOrigin, GridLayout, maxWindowPx } from './grid-layout.ts';
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
    expect(layout.blocks).toHaveLength(20_000);
    for (const place of [0, 49, 50, 123_456, 999_999]) {
      const topPx = layout.placeTop(place);
      const index = layout.indexAt(topPx);
      expect(index).toBe(layout.indexOf(place));
      const block = layout.blocks[index];
      expect(block && place >= block.start && place < block.start + block.count).toBe(true);
    }
  });

  it('keep their places when a block is corrected, except for those after it', () => {
    const { layout } = gridOf(...days);
    const before = [layout.topOf(50), layout.topOf(52)];
    fill(layout.blocks[50]?.parts[0]?.day, Array(250).fill(0.5));
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
    expect(folded.parts[0]?.chips).toEqual([1, 3]);
    layout.toggleFold(block.parts[0]?.key ?? '');
    expect(layout.layOut(block).heightPx - folded.heightPx).toBe(2 * chipPx);
  });

  it('takes no room when nothing of its day is in the grid', () => {
    const { loaded, layout } = gridOf(['2026-03-01', 1]);
    fill(loaded.days[0], [notInGrid]);
    layout.measure(0, 0);
    expect(layout.totalPx).toBe(0);
  });
});

describe('days of few records', () => {
  /** This many days of one record each, the newest first. */
  const daysOfOne = (count: number) =>
    Array.from({ length: count }, (_, at): DayCount => {
      const day = new Date(Date.UTC(2026, 6, 1) - at * 86_400_000);
      return [day.toISOString().slice(0, 10), 1];
    });
  const layOutAll = ({ loaded, layout }: ReturnType<typeof gridOf>, shape: number) => {
    for (const day of loaded.days) fill(day, Array(day.count).fill(shape));
    layout.measure(0, layout.blocks.length - 1);
    return layout.blocks.map((block) => layout.layOut(block));
  };

  it('share a row that is as wide as the grid, each below its name', () => {
    const [shared] = layOutAll(gridOf(...daysOfOne(5)), 1);
    expect(shared?.rows.map(({ places }) => places)).toEqual([[0, 1, 2, 3, 4]]);
    const [row] = shared?.rows ?? [];
    const last = row?.tiles.at(-1);
    expect((last?.leftPx ?? 0) + (last?.widthPx ?? 0)).toBe(space.widthPx);
    expect(row?.tiles.map(({ widthPx }) => Math.abs(widthPx - (row?.heightPx ?? 0)) <= 1)).not.toContain(
      false,
    );
    expect(shared?.parts.map(({ heading }) => heading?.leftPx)).toEqual(
      row?.tiles.map(({ leftPx }) => leftPx),
    );
    expect(shared?.heightPx).toBe(headingPx + (row?.heightPx ?? 0) + space.gapPx);
  });

  it('leave a row short rather than grow too much, and no name without room', () => {
    const [wide] = layOutAll(gridOf(...daysOfOne(2)), 1);
    expect(wide?.rows[0]?.heightPx).toBe(space.targetPx);
    const [narrow] = layOutAll(gridOf(...daysOfOne(4)), 0.3);
    expect(narrow?.parts.map(({ heading }) => heading?.widthPx)).toEqual(Array(4).fill(leastDayPx));
  });

  it('go on in the next row by their true shapes, whatever was expected of them', () => {
    const grid = gridOf(...daysOfOne(12), ['2026-01-01', 60], ['2025-12-31', 2], ['2025-12-30', 1]);
    // Twelve together, the pages of the long day, and the year before.
    expect(grid.layout.blocks.map(({ parts, count }) => [parts.length, count])).toEqual([
      [12, 12],
      [1, 50],
      [1, 10],
      [2, 3],
    ]);
    const [shared] = layOutAll(grid, 3.9);
    expect(shared?.rows.map(({ places }) => places.length)).toEqual(Array(12).fill(1));
  });

  it('have rows of their own where something ended without a result, and no room without anything', () => {
    const { loaded, layout } = gridOf(
      ['2026-03-04', 1],
      ['2026-03-03', 2],
      ['2026-03-02', 1],
      ['2026-03-01', 1],
    );
    for (const [at, shapes] of [[1], [1, asChip], [notInGrid], [1]].entries()) fill(loaded.days[at], shapes);
    layout.measure(0, 0);
    const [block] = layout.blocks;
    if (!block) throw new Error('There is no block');
    const { rows, parts } = layout.layOut(block);
    expect(rows.map(({ places }) => places)).toEqual([[0], [1], [4]]);
    expect(parts.map(({ topPx, bottomPx }) => bottomPx > topPx)).toEqual([true, true, false, true]);
    expect(layout.placeTop(2)).toBe(parts[1]?.chipsTopPx);
    expect(layout.dayTop(4)).toBe(parts[3]?.topPx);
  });

  it('stay beside each other when what is between them is deleted', () => {
    const { loaded, layout } = gridOf(...daysOfOne(3));
    for (const [at, shape] of [1, notInGrid, 1].entries()) fill(loaded.days[at], [shape]);
    const [block] = layout.blocks;
    expect(block && layout.layOut(block).rows.map(({ places }) => places)).toEqual([[0, 2]]);
  });

  it('keep what is laid out of those before a new day, which only the first block changes for', () => {
    const { loaded, layout } = gridOf(...daysOfOne(120));
    layOutAll({ loaded, layout }, 0.5);
    const before = layout.blocks.map(({ key, heightPx }) => ({ key, heightPx }));
    loaded.setDays([['2026-07-02', 1], ...daysOfOne(120)]);
    layout.setDays();
    expect(layout.blocks.map(({ heightPx }) => heightPx !== undefined)).toEqual([false, true, true]);
    expect(layout.blocks.slice(1).map(({ key, heightPx }) => ({ key, heightPx }))).toEqual(before.slice(1));
  });

  it('are found between their block and the next without being laid out', () => {
    const { layout } = gridOf(...daysOfOne(100));
    expect(layout.estimateTop(0)).toBe(0);
    expect(layout.estimateTop(75)).toBe((layout.topOf(1) + layout.totalPx) / 2);
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
