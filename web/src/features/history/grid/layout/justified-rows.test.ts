import { describe, expect, it } from 'vitest';
import { halfTile, shareOfRow } from '../half-tile.ts';
import { estimateRowsHeight, findBox, layOutRows, pairHalves } from './justified-rows.ts';

const space = { widthPx: 1120, targetPx: 216, gapPx: 8 };
const mixed = Array.from({ length: 60 }, (_, at) => [16 / 9, 9 / 16, 1, 4 / 3, 1.9][(at * 7) % 5] ?? 1);

describe('layOutRows', () => {
  it('fills every row to the edge, without a gap or an overlap', () => {
    const rows = layOutRows(mixed, space, false);
    for (const { tiles } of rows) {
      expect(tiles[0]?.leftPx).toBe(0);
      const last = tiles.at(-1);
      expect((last?.leftPx ?? 0) + (last?.widthPx ?? 0)).toBe(space.widthPx);
      for (const [at, tile] of tiles.slice(1).entries()) {
        const before = tiles[at];
        const gapPx = tile.leftPx - ((before?.leftPx ?? 0) + (before?.widthPx ?? 0));
        expect(Math.abs(gapPx - space.gapPx)).toBeLessThanOrEqual(1);
      }
    }
    expect(rows.flatMap(({ start, end }) => mixed.slice(start, end))).toEqual(mixed);
  });

  it('never shows a tile more than 2 % away from its ratio, and keeps rows near the wanted height', () => {
    for (const mayEndShort of [true, false]) {
      for (const { start, heightPx, tiles } of layOutRows(mixed, space, mayEndShort)) {
        expect(heightPx).toBeGreaterThan(space.targetPx * 0.75);
        expect(heightPx).toBeLessThan(space.targetPx * maxGrowthWithRounding);
        for (const [at, { widthPx }] of tiles.entries()) {
          const ratio = mixed[start + at] ?? 1;
          expect(Math.abs(widthPx / heightPx / ratio - 1)).toBeLessThan(0.02);
        }
      }
    }
  });

  it('leaves a last row short rather than blowing it up', () => {
    const [row] = layOutRows([16 / 9], space, true);
    expect(row).toMatchObject({ heightPx: 216, tiles: [{ leftPx: 0, widthPx: 384 }] });
    const [forced] = layOutRows([16 / 9], space, false);
    expect(forced?.tiles[0]?.widthPx).toBe(1120);
  });

  it('gives a panorama and a tower that are wider or higher than a row a row that holds them', () => {
    const rows = layOutRows([8, 0.2, 8], { widthPx: 328, targetPx: 128, gapPx: 4 }, false);
    for (const { tiles } of rows) {
      const last = tiles.at(-1);
      expect((last?.leftPx ?? 0) + (last?.widthPx ?? 0)).toBe(328);
    }
    expect(layOutRows([], space, true)).toEqual([]);
  });
});

const maxGrowthWithRounding = 1.4;

describe('estimateRowsHeight', () => {
  it('is near enough to what the rows are high for a scroll bar', () => {
    for (const ratio of [1, 1.5, 16 / 9]) {
      const rows = layOutRows(Array(60).fill(ratio), space, false);
      const last = rows.at(-1);
      const heightPx = (last?.topPx ?? 0) + (last?.heightPx ?? 0);
      expect(Math.abs(estimateRowsHeight(60, ratio, space, false) / heightPx - 1)).toBeLessThan(0.25);
    }
    expect(estimateRowsHeight(0, 1, space, true)).toBe(0);
    expect(estimateRowsHeight(3, 16 / 9, space, true)).toBe(216);
  });
});

describe('half tiles', () => {
  const half = halfTile(1.5);

  it('share a cell with the next one, and one that is left over ends the day', () => {
    expect(pairHalves([half, 1, half, 2, half])).toEqual([0, 2, 1, 3, 4]);
    expect(pairHalves([half, 1, 2])).toEqual([1, 2, 0]);
    expect(pairHalves([1, 2])).toEqual([0, 1]);
  });

  it('stand one above the other, and fill the row with what is beside them', () => {
    const [row] = layOutRows([half, half, 16 / 9, 16 / 9], space, false);
    if (!row) throw new Error('There is no row');
    const [upper, lower, beside, last] = [0, 1, 2, 3].map((at) => findBox(row, at));
    expect([lower?.leftPx, lower?.widthPx]).toEqual([upper?.leftPx, upper?.widthPx]);
    expect(lower?.topPx).toBe((upper?.topPx ?? 0) + (upper?.heightPx ?? 0) + space.gapPx);
    expect((lower?.topPx ?? 0) + (lower?.heightPx ?? 0)).toBe(row.topPx + row.heightPx);
    expect(beside?.heightPx).toBe(row.heightPx);
    expect((last?.leftPx ?? 0) + (last?.widthPx ?? 0)).toBe(space.widthPx);
    expect([row.start, row.end]).toEqual([0, 4]);
  });

  it('leave the lower half free when one has no other, unless the row has nothing else', () => {
    const [mixed] = layOutRows([1, half], space, true);
    expect(mixed && findBox(mixed, 1).heightPx).toBe(Math.round((216 - 8) / 2));
    const [alone] = layOutRows([half], space, true);
    expect(alone?.heightPx).toBe(Math.round((216 - 8) / 2));
  });

  it('take half of what two of them take of a row', () => {
    expect([shareOfRow(half), shareOfRow(1.5)]).toEqual([0.75, 1.5]);
  });
});
