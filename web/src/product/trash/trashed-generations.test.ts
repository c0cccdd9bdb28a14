import { afterEach, describe, expect, it, vi } from 'vitest';
import { generationsStore, removeGeneration } from '#product/generation/store/generations-store.ts';
import { restoreGenerations, trashGenerations } from './trashed-generations.ts';
import { trashedIds } from './trashed-ids.ts';

type Call = { path: string; ids: string[]; isKept: boolean };

/** Answers the calls of the library; `skipped` are not in the trash any more. */
function answer({ status = 200, skipped = [] as string[] } = {}): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, { body, keepalive = false }: RequestInit) => {
    if (path.startsWith('/api/generations')) return Response.json({ data: [] });
    const { ids } = JSON.parse(String(body)) as { ids: string[] };
    calls.push({ path, ids, isKept: keepalive });
    return Response.json({ moved: ids.length, skipped }, { status });
  });
  return calls;
}

afterEach(() => {
  vi.unstubAllGlobals();
  trashedIds.set(new Set());
});

describe('generations that are moved to the trash', () => {
  it('are hidden at once, and the call outlives the page', async () => {
    const calls = answer();
    const moving = trashGenerations(['a', 'b']);
    expect([...trashedIds.get()]).toEqual(['a', 'b']);
    await moving;
    expect(calls).toEqual([{ path: '/api/library/trash', ids: ['a', 'b'], isKept: true }]);
    expect([...trashedIds.get()]).toEqual(['a', 'b']);
  });

  it('are shown again when that is refused', async () => {
    answer({ status: 500 });
    await trashGenerations(['a']).catch(() => undefined);
    expect([...trashedIds.get()]).toEqual([]);
  });

  it('are sent five thousand at a time, with no body too large for a call that outlives the page', async () => {
    const calls = answer();
    await trashGenerations(Array.from({ length: 7_000 }, () => crypto.randomUUID()));
    expect(calls.map(({ ids, isKept }) => [ids.length, isKept])).toEqual([
      [5_000, false],
      [2_000, false],
    ]);
  });
});

it('restored generations are shown again, although the event of their deletion came; those that are gone are not', async () => {
  answer({ skipped: ['b'] });
  await trashGenerations(['a', 'b']);
  for (const id of ['a', 'b']) removeGeneration(id);
  expect(await restoreGenerations(['a', 'b'])).toBe(false);
  expect([...trashedIds.get()]).toEqual(['b']);
  const { deletedIds } = generationsStore.get();
  expect(['a', 'b'].filter((id) => deletedIds.has(id))).toEqual(['b']);
});
