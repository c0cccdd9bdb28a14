import { describe, expect, it } from 'vitest';
import type { DayCount } from '../feed/loaded-days.ts';
import { asChip, notInGrid } from '../feed/tile-shape.ts';
import { chipPx } from './block-layout.ts';
import { headingPx, leastDayPx } from './grid-blocks.ts';
import { chooseOrigin, computeGrid, maxWindowPx } from './grid-layout.ts';
import { gridSettings, makeGrid, toDays } from './testing/make-grid.ts';

const { space } = gridSettings;

describe('a million generations', () => {
  // 4,000 days of 250.
  const days = Array.from({ length: 4_000 }, (_, at): DayCount => {
    const day = new Date(Date.UTC(2026, 0, 1) - at * 86_400_000);
    return [day.toISOString().slice(0, 10), 250];
  });

  it('are placed, and any of them is found at its height', () => {
    const grid = computeGrid(toDays(days), gridSettings);
    expect(grid.blocks).toHaveLength(20_000);
    for (const place of [0, 49, 50, 123_456, 999_999]) {
      const index = grid.indexOf(place);
      const measured = grid.measured(index, index);
      expect(measured.indexAt(measured.placeTop(place))).toBe(index);
      const block = grid.blocks[index];
      expect(block && place >= block.start && place < block.start + block.count).toBe(true);
    }
  });

  it('keep their places when a block is measured, except for those after it', () => {
    const shapes = [...Array(10), Array(250).fill(0.5)];
    const before = computeGrid(toDays(days, shapes), gridSettings);
    const after = before.measured(50, 50);
    expect(after.measureTop(50)).toBe(before.measureTop(50));
    expect(after.measureTop(52)).not.toBe(before.measureTop(52));
    expect(after.measured(50, 50)).toBe(after);
  });
});

describe('a grid', () => {
  const counts: DayCount[] = [
    ['2026-03-02', 60],
    ['2026-03-01', 60],
  ];

  it('is the same when nothing has changed, and never changes itself', () => {
    const loaded = toDays(counts, [Array(60).fill(2)]);
    const grid = computeGrid(loaded, gridSettings);
    const totalPx = grid.totalPx;
    const measured = grid.measured(0, 3);
    expect(grid.totalPx).toBe(totalPx);
    expect(measured.totalPx).not.toBe(totalPx);
    expect(computeGrid(loaded, { ...gridSettings, space: { ...space } }, measured)).toBe(measured);
  });

  it('keeps what was measured when generations are loaded and days are counted, but not in another width', () => {
    const measured = computeGrid(toDays(counts, [Array(60).fill(2)]), gridSettings).measured(0, 3);
    const later = toDays([['2026-03-03', 1], ...counts]);
    const counted = computeGrid(later, gridSettings, measured);
    expect([...counted.heightsPx].slice(1)).toEqual([...measured.heightsPx]);
    const narrow = computeGrid(later, { ...gridSettings, space: { ...space, widthPx: 400 } }, counted);
    expect([...narrow.heightsPx].every(Number.isNaN)).toBe(true);
  });

  it('lays out again only the blocks whose shapes have changed', () => {
    const loaded = toDays(counts, [Array(60).fill(2), Array(60).fill(2)]);
    const grid = computeGrid(loaded, gridSettings).measured(0, 3);
    const next = computeGrid(
      loaded.withShapes(({ id }) => (id === '2026-03-02 0' ? 1 : 2)),
      gridSettings,
      grid,
    );
    expect(next.layOut(next.blocks[0])).not.toBe(grid.layOut(grid.blocks[0]));
    expect(next.layOut(next.blocks[2])).toBe(grid.layOut(grid.blocks[2]));
  });
});

describe('a block', () => {
  it('has what ended without a result in its heading, and lines for more of it when it is unfolded', () => {
    const shapes = [[1.5, asChip, 1.5, asChip, notInGrid, asChip]];
    const folded = makeGrid([['2026-03-01', 6]], shapes);
    const { rows, parts, heightPx } = folded.layOut(folded.blocks[0]);
    expect(rows.flatMap(({ places }) => places)).toEqual([0, 2]);
    expect(rows[0]?.topPx).toBe(headingPx);
    expect(parts[0]).toMatchObject({ chips: [1, 3, 5], inHeading: 2, isFoldable: true, isUnfolded: false });
    const unfolded = computeGrid(
      folded.loaded,
      { ...gridSettings, unfolded: new Set([parts[0]?.part.key ?? '']) },
      folded,
    );
    expect(unfolded.layOut(unfolded.blocks[0]).heightPx - heightPx).toBe(3 * chipPx + 8);
  });

  it('has nothing to unfold where the heading has room for all, and no room for any in a narrow window', () => {
    const layOut = (widthPx: number, remPx?: number) => {
      const grid = makeGrid([['2026-03-01', 2]], [[1.5, asChip]], { space: { ...space, widthPx, remPx } });
      return grid.layOut(grid.blocks[0]).parts[0];
    };
    expect(layOut(700)).toMatchObject({ inHeading: 1, isFoldable: false, isUnfolded: false });
    expect(layOut(336)).toMatchObject({ inHeading: 0, isFoldable: true, isUnfolded: false });
    // Texts of twice the size take twice the room.
    expect(layOut(700, 32)).toMatchObject({ inHeading: 0, isFoldable: true });
  });

  it('of a later page of a day has a line that unfolds what ended without a result', () => {
    const shapes = [Array.from({ length: 52 }, (_, at) => (at < 50 ? 1 : asChip))];
    const { blocks, ...grid } = makeGrid([['2026-03-01', 52]], shapes);
    const later = makeGrid([['2026-03-01', 52]], shapes).layOut(blocks[1]).parts[0];
    expect(grid.settings.isAlwaysUnfolded).toBe(false);
    expect(later).toMatchObject({ inHeading: 0, isFoldable: true, chipsTopPx: chipPx, bottomPx: chipPx + 8 });
  });

  it('takes no room when nothing of its day is in the grid', () => {
    expect(makeGrid([['2026-03-01', 1]], [[notInGrid]]).totalPx).toBe(0);
  });
});

describe('days of few generations', () => {
  /** This many days of one generation each, the newest first. */
  const daysOfOne = (count: number) =>
    Array.from({ length: count }, (_, at): DayCount => {
      const day = new Date(Date.UTC(2026, 6, 1) - at * 86_400_000);
      return [day.toISOString().slice(0, 10), 1];
    });
  const gridOfShape = (counts: DayCount[], shape: number) =>
    makeGrid(
      counts,
      counts.map(([, count]) => Array(count).fill(shape)),
    );
  const layOutAll = (counts: DayCount[], shape: number) => {
    const grid = gridOfShape(counts, shape);
    return grid.blocks.map((block) => grid.layOut(block));
  };

  it('share a row that is as wide as the grid, each below its name', () => {
    const [shared] = layOutAll(daysOfOne(5), 1);
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
    const [wide] = layOutAll(daysOfOne(2), 1);
    expect(wide?.rows[0]?.heightPx).toBe(space.targetPx);
    const [narrow] = layOutAll(daysOfOne(4), 0.3);
    expect(narrow?.parts.map(({ heading }) => heading?.widthPx)).toEqual(Array(4).fill(leastDayPx));
  });

  it('go on in the next row by their true shapes, whatever was expected of them', () => {
    const counts: DayCount[] = [...daysOfOne(12), ['2026-01-01', 60], ['2025-12-31', 2], ['2025-12-30', 1]];
    // Twelve together, the pages of the long day, and the year before.
    expect(
      computeGrid(toDays(counts), gridSettings).blocks.map(({ parts, count }) => [parts.length, count]),
    ).toEqual([
      [12, 12],
      [1, 50],
      [1, 10],
      [2, 3],
    ]);
    const [shared] = layOutAll(counts, 3.9);
    expect(shared?.rows.map(({ places }) => places.length)).toEqual(Array(12).fill(1));
  });

  it('have rows of their own where something ended without a result, and no room without anything', () => {
    const counts: DayCount[] = [
      ['2026-03-04', 1],
      ['2026-03-03', 2],
      ['2026-03-02', 1],
      ['2026-03-01', 1],
    ];
    const grid = makeGrid(counts, [[1], [1, asChip], [notInGrid], [1]]);
    const { rows, parts } = grid.layOut(grid.blocks[0]);
    expect(rows.map(({ places }) => places)).toEqual([[0], [1], [4]]);
    expect(parts.map(({ topPx, bottomPx }) => bottomPx > topPx)).toEqual([true, true, false, true]);
    expect(grid.placeTop(2)).toBe(parts[1]?.chipsTopPx);
    expect(grid.dayTop(4)).toBe(parts[3]?.topPx);
  });

  it('stay beside each other when what is between them is deleted', () => {
    const grid = makeGrid(daysOfOne(3), [[1], [notInGrid], [1]]);
    expect(grid.layOut(grid.blocks[0]).rows.map(({ places }) => places)).toEqual([[0, 2]]);
  });

  it('keep what is laid out of those before a new day, which only the first block changes for', () => {
    const before = gridOfShape(daysOfOne(120), 0.5);
    const counted = before.loaded.withCounts([['2026-07-02', 1], ...daysOfOne(120)]);
    const after = computeGrid(counted, gridSettings, before);
    expect([...after.heightsPx].map(Number.isNaN)).toEqual([true, false, false]);
    expect([...after.heightsPx].slice(1)).toEqual([...before.heightsPx].slice(1));
    expect(after.blocks.slice(1).map(({ key }) => key)).toEqual(before.blocks.slice(1).map(({ key }) => key));
  });

  it('are found between their block and the next without being laid out', () => {
    const grid = computeGrid(toDays(daysOfOne(100)), gridSettings);
    expect(grid.estimateTop(0)).toBe(0);
    expect(grid.estimateTop(75)).toBe((grid.measureTop(1) + grid.totalPx) / 2);
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
