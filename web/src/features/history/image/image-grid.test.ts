import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { gridRows } from './grid-rows.ts';

const now = new Date(2026, 10, 21, 9);
const record = (id: string, day: number) =>
  sampleGeneration({ id, medium: 'image', created_at: new Date(2026, 10, day, 8).toISOString() });
const records = [record('a', 21), record('b', 21), record('c', 21), record('d', 19)];
const shapeOf = (columns: number) =>
  gridRows(records, columns, now).map((row) =>
    row.type === 'heading' ? row.group.name : row.items.map(({ id }) => id).join(''),
  );

describe('gridRows', () => {
  it('begins each day with a heading and a row of its own', () => {
    expect(shapeOf(2)).toEqual(['today', 'ab', 'c', 'date', 'd']);
    expect(shapeOf(4)).toEqual(['today', 'abc', 'date', 'd']);
  });

  it('gives rows another key when the columns change', () => {
    const keysOf = (columns: number) =>
      gridRows(records, columns, now).flatMap(({ type, key }) => (type === 'tiles' ? key : []));
    expect(keysOf(2).filter((key) => keysOf(4).includes(key))).toEqual([]);
  });
});
