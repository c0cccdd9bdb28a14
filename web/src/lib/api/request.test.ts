import { afterEach, describe, expect, it, vi } from 'vitest';
import { fillPath, request } from './request.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the address of a call', () => {
  it('has its parameters in place of the braces, escaped', () => {
    expect(fillPath('/api/generations/{id}/cancel', { id: 'a/b ?' })).toBe(
      '/api/generations/a%2Fb%20%3F/cancel',
    );
  });

  it('has a query without undefined values, with lists repeated', () => {
    const query = { page: 2, search: 'a&b 雨', model: undefined, tags: ['sea', 'red, blue'] };
    expect(fillPath('/api/x', {}, query)).toBe(
      '/api/x?page=2&search=a%26b+%E9%9B%A8&tags=sea&tags=red%2C+blue',
    );
    expect(fillPath('/api/x', {}, { page: undefined })).toBe('/api/x');
  });
});

describe('a call that is on its way when the page is left', () => {
  /** Leaves calls unanswered until the returned function is called, which resolves to whether each outlives its page. */
  function holdCalls(): () => boolean[] {
    const kept: boolean[] = [];
    const answer = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (_: string, { keepalive = false }: RequestInit) => {
      kept.push(keepalive);
      await answer.promise;
      return Response.json({ data: [] });
    });
    return () => {
      answer.resolve();
      return kept;
    };
  }
  const order = (ids: string[], signal?: AbortSignal) =>
    request('PUT /api/projects/order', { body: { ids }, signal });

  it('goes on if it changes something, and is given up if it reads or can be aborted', async () => {
    const release = holdCalls();
    const calls = [order(['a']), request('GET /api/projects'), order(['a'], new AbortController().signal)];
    expect(release()).toEqual([true, false, false]);
    await Promise.all(calls);
  });

  it('is given up where browsers would refuse it: too large, or one too many', async () => {
    const ids = Array.from({ length: 2_000 }, (_, place) => `雨-${place}`);
    const releaseLarge = holdCalls();
    // 20 kB of text, 30 kB as it is sent.
    const large = [order(ids), order(ids), order(ids)];
    expect(releaseLarge()).toEqual([true, true, false]);
    await Promise.all(large);

    const releaseMany = holdCalls();
    const many = Array.from({ length: 20 }, () => order(['a']));
    expect(releaseMany().filter(Boolean)).toHaveLength(15);
    await Promise.all(many);

    const releaseLast = holdCalls();
    const last = order(['a']);
    expect(releaseLast()).toEqual([true]);
    await last;
  });
});
