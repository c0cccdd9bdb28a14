import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { gridRows } from './image-grid.tsx';

type Row = ReturnType<typeof gridRows>[number];
const shapeOfRow = (row: Row) => {
  if (row.type === 'heading') return row.group.name;
  return row.type === 'ended' ? `${row.generation.id}!` : row.items.map(({ id }) => id).join('');
};
const now = new Date(2026, 10, 21, 9);
const generationOf = (id: string, day: number) =>
  sampleGeneration({ id, medium: 'image', created_at: new Date(2026, 10, day, 8).toISOString() });
const generations = [
  generationOf('a', 21),
  generationOf('b', 21),
  generationOf('c', 21),
  generationOf('d', 19),
];
const shapeOf = (columns: number) => gridRows(generations, columns, now).map((row) => shapeOfRow(row));

describe('gridRows', () => {
  it('starts each day with a heading and a new row', () => {
    expect(shapeOf(2)).toEqual(['today', 'ab', 'c', 'date', 'd']);
    expect(shapeOf(4)).toEqual(['today', 'abc', 'date', 'd']);
  });

  it('puts what has no result below the pictures of its day, one per row', () => {
    const withEnded = [
      ...generations,
      { ...generationOf('e', 19), status: 'failed' as const },
      { ...generationOf('f', 19), status: 'cancelled' as const },
    ];
    expect(gridRows(withEnded, 2, now).map(shapeOfRow)).toEqual([
      'today',
      'ab',
      'c',
      'date',
      'd',
      'e!',
      'f!',
    ]);
  });

  it('changes the keys of the rows with the number of columns', () => {
    const keysOf = (columns: number) =>
      gridRows(generations, columns, now).flatMap(({ type, key }) => (type === 'tiles' ? key : []));
    expect(keysOf(2).filter((key) => keysOf(4).includes(key))).toEqual([]);
  });
});
