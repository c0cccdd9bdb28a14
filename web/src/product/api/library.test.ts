import { afterEach, expect, it, vi } from 'vitest';
import { changeLibrary } from './library.ts';

afterEach(() => vi.unstubAllGlobals());

it('a change outlives its page, except one whose body is too large for that', async () => {
  const sent: [count: number, isKept: boolean | undefined][] = [];
  vi.stubGlobal('fetch', async (_: string, { body, keepalive }: RequestInit) => {
    const { ids } = JSON.parse(String(body)) as { ids: string[] };
    sent.push([ids.length, keepalive]);
    return Response.json({ changed: ids.length, skipped: [], full: [] });
  });
  await changeLibrary({ ids: ['a'], favorite: true });
  await changeLibrary({ ids: Array.from({ length: 5_500 }, (_, place) => `id-${place}`), favorite: true });
  expect(sent).toEqual([
    [1, true],
    [5_000, false],
    [500, true],
  ]);
});
