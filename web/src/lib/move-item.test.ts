import { describe, expect, it } from 'vitest';
import { moveItem } from './move-item.ts';

const items = ['a', 'b', 'c'].map((id) => ({ id }));
const idsAfter = (id: string, place: number) =>
  moveItem(items, id, place)
    .map((item) => item.id)
    .join('');

describe('moving in a list', () => {
  it('puts the item at the place that was asked for, in both directions', () => {
    expect(idsAfter('a', 2)).toBe('bca');
    expect(idsAfter('c', 0)).toBe('cab');
    expect(idsAfter('b', 2)).toBe('acb');
  });

  it('changes nothing past the ends, at the same place, and for an unknown item', () => {
    for (const [id, place] of [
      ['a', -1],
      ['c', 3],
      ['b', 1],
      ['x', 0],
    ] as const)
      expect(moveItem(items, id, place)).toBe(items);
  });
});
