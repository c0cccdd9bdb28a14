import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markGenerations } from './mark-generations.ts';

const toasts: string[] = [];
vi.mock('#ui/show-toast.ts', () => ({ showToast: (text: string) => void toasts.push(text) }));
// The key and what it counts, which do not depend on a language. The instance is patched, and not the module replaced: test
// files share a worker's modules, and those of the interface's languages would go on with a replacement.
beforeEach(() => {
  const translate = (key: string, { count }: { count?: number } = {}) =>
    [key, count].filter(Boolean).join(' ');
  vi.spyOn(i18next, 't').mockImplementation(translate as unknown as typeof i18next.t);
});

type Body = { ids: string[]; favorite?: boolean };

/** Answers changes: the first id of each call is unknown, the last has too many tags. */
function answer({ failsAfter = Number.POSITIVE_INFINITY } = {}): Body[] {
  const bodies: Body[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (path.startsWith('/api/generations')) return Response.json({ data: [] });
    const sent = JSON.parse(String(body)) as Body;
    if (bodies.length === failsAfter) return Response.json({}, { status: 500 });
    bodies.push(sent);
    const { ids } = sent;
    return Response.json({ changed: ids.length - 1, skipped: [ids[0]], full: [ids.at(-1)] });
  });
  return bodies;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  toasts.length = 0;
});

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => `id-${index + 1}`);

describe('marks of many generations', () => {
  it('are sent in as many calls as the generations need, and what was refused is counted over all of them', async () => {
    const bodies = answer();
    const ids = idsTo(5_001);
    expect(await markGenerations(ids, { addTags: ['sea'] })).toEqual([]);
    expect(bodies.map((body) => body.ids.length)).toEqual([5_000, 1]);
    expect(bodies.flatMap((body) => body.ids)).toEqual(ids);
    expect(bodies[1]).toEqual({ ids: ['id-5001'], addTags: ['sea'] });
    expect(toasts).toEqual(['preview:tagsFull 2']);
  });

  it('end with the call that fails', async () => {
    const bodies = answer({ failsAfter: 1 });
    expect(await markGenerations(idsTo(10_001), { favorite: true })).toBeUndefined();
    expect(bodies).toHaveLength(1);
  });

  it('say that the project is gone when it was deleted meanwhile', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'not_found' } }, { status: 404 }));
    expect(await markGenerations(['id-1'], { project: 'gone' })).toBeUndefined();
    expect(toasts).toEqual(['preview:projectGone']);
  });
});

it.each([
  [{ favorite: true }, 'preview:favorite.failed 2'],
  [{ favorite: false }, 'preview:favorite.failed 2'],
  [{ addTags: ['sea'] }, 'preview:tagsFailed 2'],
  [{ removeTags: ['sea'] }, 'preview:tagsFailed 2'],
  [{ project: null }, 'preview:projectFailed 2'],
])('a failure to set %j names what failed', async (marks, text) => {
  answer({ failsAfter: 0 });
  expect(await markGenerations(idsTo(2), marks)).toBeUndefined();
  expect(toasts).toEqual([text]);
});
