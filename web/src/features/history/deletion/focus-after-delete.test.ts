import { describe, expect, it } from 'vitest';
import { rowAfter } from './focus-after-delete.ts';

describe('the row that gets the focus after a deletion', () => {
  it('is the next one that is left, else the last', () => {
    expect(rowAfter(['a', 'b', 'c'], ['a'])).toBe('b');
    expect(rowAfter(['a', 'b', 'c'], ['b'])).toBe('c');
    expect(rowAfter(['a', 'b', 'c', 'd'], ['a', 'b', 'd'])).toBe('c');
    expect(rowAfter(['a', 'b', 'c'], ['c'])).toBe('b');
  });

  it('is the first when nothing on the page was deleted, and none when nothing is left', () => {
    expect(rowAfter(['a', 'b'], ['x'])).toBe('a');
    expect(rowAfter(['a'], ['a'])).toBeUndefined();
  });
});
