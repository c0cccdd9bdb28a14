import { maxLibraryIds } from '@atelier/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nothing, readOn, toggled } from './trash-selection.tsx';

describe('the selection in the trash', () => {
  const listed = ['a', 'b', 'c', 'd', 'e'];
  const ticked = (...presses: [id: string, isRange: boolean][]) =>
    [...presses.reduce((known, press) => toggled(known, listed, ...press), nothing).ids].sort().join('');

  it('has what was pressed, or with Shift everything from the press before it', () => {
    expect(ticked(['b', false], ['d', false])).toBe('bd');
    expect(ticked(['d', false], ['b', true])).toBe('bcd');
    expect(ticked(['a', true])).toBe('a');
  });

  it('is reduced in the same way', () => {
    expect(ticked(['a', false], ['e', true], ['c', false])).toBe('abde');
    expect(ticked(['a', false], ['e', true], ['d', false], ['b', true])).toBe('ae');
  });
});

describe('everything in the trash', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Answers pages of this many generations, as many as are wanted. */
  function answer(pages: number, pageSize: number) {
    const fetched = vi.fn(async (path: string) => {
      const page = Number(new URL(path, 'http://localhost').searchParams.get('before'));
      const data = Array.from({ length: pageSize }, (_, at) => ({ generation: { id: `${page} ${at}` } }));
      return Response.json({
        data,
        next: page + 1 < pages ? String(page + 1) : null,
        total: pages * pageSize,
      });
    });
    vi.stubGlobal('fetch', fetched);
    return fetched;
  }

  it('is read on from what is listed', async () => {
    const fetched = answer(3, 60);
    expect(await readOn(['a'], undefined)).toEqual({ ids: ['a'], isCut: false });
    expect(fetched).not.toHaveBeenCalled();
    const { ids, isCut } = await readOn(['a'], '1');
    expect(ids).toHaveLength(121);
    expect(isCut).toBe(false);
  });

  it('is no more than one call restores or deletes', async () => {
    answer(1_000, 60);
    const { ids, isCut } = await readOn([], '0');
    expect(ids).toHaveLength(maxLibraryIds);
    expect(isCut).toBe(true);
  });
});
