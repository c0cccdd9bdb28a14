import type { PublicGeneration } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { splitRows } from './history-rows.ts';

function makeGeneration(id: string, day: number, more: Partial<PublicGeneration> = {}): PublicGeneration {
  const created_at = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  return { id, medium: 'video', status: 'completed', revision: 1, created_at, ...more } as PublicGeneration;
}

const none: ReadonlySet<string> = new Set();
const listIds = (rows: readonly PublicGeneration[]) => rows.map((row) => row.id);

describe('splitRows', () => {
  it('lists running generations among the others, including those the page does not list yet, and not those that wait', () => {
    const listed = [
      makeGeneration('c', 3),
      makeGeneration('b', 2, { status: 'processing' }),
      makeGeneration('a', 1),
    ];
    const live = [
      makeGeneration('d', 4, { status: 'pending' }),
      makeGeneration('e', 5, { status: 'waiting' }),
    ];
    const { rows, running, rest } = splitRows({
      medium: 'video',
      listed,
      live,
      hiddenIds: none,
      isTop: true,
    });
    expect(listIds(rows)).toEqual(['d', 'c', 'b', 'a']);
    expect(listIds(running)).toEqual(['e', 'd', 'b']);
    expect(listIds(rest)).toEqual(['c', 'a']);
  });

  it('keeps a generation visible that has just finished and is not listed yet', () => {
    const live = [makeGeneration('d', 4), makeGeneration('old', 1)];
    const { rest } = splitRows({
      medium: 'video',
      listed: [makeGeneration('c', 3)],
      live,
      hiddenIds: none,
      isTop: true,
    });
    expect(listIds(rest)).toEqual(['d', 'c']);
  });

  it('lists one in its order that ended after a newer one', () => {
    const options = {
      medium: 'video',
      listed: [makeGeneration('c', 3), makeGeneration('a', 1)],
      live: [makeGeneration('b', 2), makeGeneration('first', 1, { created_at: '2026-10-01T10:00:00.000Z' })],
      hiddenIds: none,
      isTop: true,
    } as const;
    expect(listIds(splitRows(options).rest)).toEqual(['c', 'b', 'a']);
    // The whole list without it: it has ended since the list was read.
    expect(listIds(splitRows({ ...options, isWhole: true }).rest)).toEqual(['c', 'b', 'a', 'first']);
  });

  it('keeps the order of a sorted page, and adds to it only what runs', () => {
    const listed = [makeGeneration('a', 1), makeGeneration('c', 3), makeGeneration('b', 2)];
    const live = [makeGeneration('d', 4), makeGeneration('e', 5, { status: 'processing' })];
    const options = { medium: 'video', listed, live, hiddenIds: none, isTop: true, isSorted: true } as const;
    const { running, rest } = splitRows(options);
    expect(listIds(rest)).toEqual(['a', 'c', 'b']);
    expect(listIds(running)).toEqual(['e']);
  });

  it('shows the newer of two revisions', () => {
    const listed = [
      makeGeneration('a', 1, { revision: 4 }),
      makeGeneration('b', 1, { revision: 2, status: 'processing' }),
    ];
    const live = [
      makeGeneration('a', 1, { revision: 3, status: 'processing' }),
      makeGeneration('b', 1, { revision: 3 }),
    ];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: true });
    expect(listIds(running)).toEqual([]);
    expect(rest.map((row) => row.revision)).toEqual([4, 3]);
  });

  it('adds nothing to a later page or a search', () => {
    const listed = [makeGeneration('b', 2, { status: 'processing' }), makeGeneration('a', 1)];
    const live = [makeGeneration('d', 4, { status: 'pending' }), makeGeneration('e', 5)];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: false });
    expect([listIds(running), listIds(rest)]).toEqual([['b'], ['a']]);
  });

  it('leaves out other media and what is being deleted', () => {
    const live = [makeGeneration('i', 4, { medium: 'image', status: 'pending' })];
    const { running, rest } = splitRows({
      medium: 'video',
      listed: [makeGeneration('c', 3)],
      live,
      hiddenIds: new Set(['c']),
      isTop: true,
    });
    expect([listIds(running), listIds(rest)]).toEqual([[], []]);
  });
});
