import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { gridRows } from './image-grid.tsx';

const now = new Date(2026, 10, 21, 9);
const generationOf = (id: string, day: number) =>
  sampleGeneration({ id, medium: 'image', created_at: new Date(2026, 10, day, 8).toISOString() });
const generations = [
  generationOf('a', 21),
  generationOf('b', 21),
  generationOf('c', 21),
  generationOf('d', 19),
];
const shapeOf = (columns: number) =>
  gridRows(generations, columns, now).map((row) =>
    row.type === 'heading' ? row.group.name : row.items.map(({ id }) => id).join(''),
  );

describe('gridRows', () => {
  it('starts each day with a heading and a new row', () => {
    expect(shapeOf(2)).toEqual(['today', 'ab', 'c', 'date', 'd']);
    expect(shapeOf(4)).toEqual(['today', 'abc', 'date', 'd']);
  });

  it('changes the keys of the rows with the number of columns', () => {
    const keysOf = (columns: number) =>
      gridRows(generations, columns, now).flatMap(({ type, key }) => (type === 'tiles' ? key : []));
    expect(keysOf(2).filter((key) => keysOf(4).includes(key))).toEqual([]);
  });
});
