import type { PublicGeneration } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { splitRows } from './split-rows.ts';

function record(id: string, day: number, more: Partial<PublicGeneration> = {}): PublicGeneration {
  const created_at = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  return { id, medium: 'video', status: 'completed', revision: 1, created_at, ...more } as PublicGeneration;
}

const none: ReadonlySet<string> = new Set();
const idsOf = (rows: readonly PublicGeneration[]) => rows.map((row) => row.id);

describe('splitRows', () => {
  it('pins what runs, also when the page does not list it yet', () => {
    const listed = [record('c', 3), record('b', 2, { status: 'processing' }), record('a', 1)];
    const live = [record('d', 4, { status: 'pending' })];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: true });
    expect(idsOf(running)).toEqual(['d', 'b']);
    expect(idsOf(rest)).toEqual(['c', 'a']);
  });

  it('keeps a job that has just finished in sight before the list is read again', () => {
    const live = [record('d', 4), record('old', 1)];
    const { rest } = splitRows({
      medium: 'video',
      listed: [record('c', 3)],
      live,
      hiddenIds: none,
      isTop: true,
    });
    expect(idsOf(rest)).toEqual(['d', 'c']);
  });

  it('takes the newer of two versions of a record', () => {
    const listed = [record('a', 1, { revision: 4 }), record('b', 1, { revision: 2, status: 'processing' })];
    const live = [record('a', 1, { revision: 3, status: 'processing' }), record('b', 1, { revision: 3 })];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: true });
    expect(idsOf(running)).toEqual([]);
    expect(rest.map((row) => row.revision)).toEqual([4, 3]);
  });

  it('adds nothing to a later page or a search', () => {
    const listed = [record('b', 2, { status: 'processing' }), record('a', 1)];
    const live = [record('d', 4, { status: 'pending' }), record('e', 5)];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: false });
    expect([idsOf(running), idsOf(rest)]).toEqual([['b'], ['a']]);
  });

  it('leaves out other media and what is being deleted', () => {
    const live = [record('i', 4, { medium: 'image', status: 'pending' })];
    const { running, rest } = splitRows({
      medium: 'video',
      listed: [record('c', 3)],
      live,
      hiddenIds: new Set(['c']),
      isTop: true,
    });
    expect([idsOf(running), idsOf(rest)]).toEqual([[], []]);
  });
});
