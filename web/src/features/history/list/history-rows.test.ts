import type { PublicGeneration } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { splitRows } from './history-rows.ts';

function generationOf(id: string, day: number, more: Partial<PublicGeneration> = {}): PublicGeneration {
  const created_at = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;
  return { id, medium: 'video', status: 'completed', revision: 1, created_at, ...more } as PublicGeneration;
}

const none: ReadonlySet<string> = new Set();
const idsOf = (rows: readonly PublicGeneration[]) => rows.map((row) => row.id);

describe('splitRows', () => {
  it('pins running generations, including those the page does not list yet', () => {
    const listed = [
      generationOf('c', 3),
      generationOf('b', 2, { status: 'processing' }),
      generationOf('a', 1),
    ];
    const live = [generationOf('d', 4, { status: 'pending' })];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: true });
    expect(idsOf(running)).toEqual(['d', 'b']);
    expect(idsOf(rest)).toEqual(['c', 'a']);
  });

  it('keeps a generation visible that has just finished and is not listed yet', () => {
    const live = [generationOf('d', 4), generationOf('old', 1)];
    const { rest } = splitRows({
      medium: 'video',
      listed: [generationOf('c', 3)],
      live,
      hiddenIds: none,
      isTop: true,
    });
    expect(idsOf(rest)).toEqual(['d', 'c']);
  });

  it('shows the newer of two revisions', () => {
    const listed = [
      generationOf('a', 1, { revision: 4 }),
      generationOf('b', 1, { revision: 2, status: 'processing' }),
    ];
    const live = [
      generationOf('a', 1, { revision: 3, status: 'processing' }),
      generationOf('b', 1, { revision: 3 }),
    ];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: true });
    expect(idsOf(running)).toEqual([]);
    expect(rest.map((row) => row.revision)).toEqual([4, 3]);
  });

  it('adds nothing to a later page or a search', () => {
    const listed = [generationOf('b', 2, { status: 'processing' }), generationOf('a', 1)];
    const live = [generationOf('d', 4, { status: 'pending' }), generationOf('e', 5)];
    const { running, rest } = splitRows({ medium: 'video', listed, live, hiddenIds: none, isTop: false });
    expect([idsOf(running), idsOf(rest)]).toEqual([['b'], ['a']]);
  });

  it('leaves out other media and what is being deleted', () => {
    const live = [generationOf('i', 4, { medium: 'image', status: 'pending' })];
    const { running, rest } = splitRows({
      medium: 'video',
      listed: [generationOf('c', 3)],
      live,
      hiddenIds: new Set(['c']),
      isTop: true,
    });
    expect([idsOf(running), idsOf(rest)]).toEqual([[], []]);
  });
});
