import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeptIds } from './kept-ids.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('ids that the browser remembers', () => {
  it('keeps the newest ones, each once, over a reload', () => {
    const ids = createKeptIds('kept', 3);
    ids.add(['a', 'b']);
    ids.add(['c']);
    ids.add(['a', 'd']);
    expect(ids.get()).toEqual(['a', 'd', 'c']);
    ids.remove(['d', 'x']);
    expect(createKeptIds('kept', 3).get()).toEqual(['a', 'c']);
  });

  it('tells its listeners of a change, and of nothing else', () => {
    const ids = createKeptIds('kept', 3);
    const listener = vi.fn();
    ids.subscribe(listener);
    ids.remove(['x']);
    expect(listener).not.toHaveBeenCalled();
    ids.add(['x']);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('starts with none when the entry was written by something else', () => {
    for (const text of ['{"a":1}', 'not json', '7']) {
      stored.set('kept', text);
      expect(createKeptIds('kept', 3).get()).toEqual([]);
    }
  });

  it('works for the page alone where the browser forbids storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const ids = createKeptIds('kept', 3);
    ids.add(['a']);
    expect(ids.get()).toEqual(['a']);
    expect(console.warn).toHaveBeenCalledOnce();
  });
});
