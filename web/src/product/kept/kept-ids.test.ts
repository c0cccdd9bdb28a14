import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StubbedStorage, stubStorage } from './testing/stub-storage.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`);
const key = 'atelier.u.ended';
let stored: StubbedStorage;
let keptOwner: typeof import('./kept.ts').keptOwner;
let createKeptIds: typeof import('./kept-ids.ts').createKeptIds;

beforeEach(async () => {
  stored = stubStorage();
  // Reads the modules again, because another test file may have left a sealed state that stores nothing more.
  vi.resetModules();
  ({ keptOwner } = await import('./kept.ts'));
  ({ createKeptIds } = await import('./kept-ids.ts'));
  keptOwner.set('u');
});
afterEach(() => vi.unstubAllGlobals());

describe('the list of ids that the browser remembers', () => {
  it('keeps the newest ones, each once, over a reload', () => {
    const ids = createKeptIds('ended', 3);
    ids.add([a, b] as string[]);
    ids.add([c] as string[]);
    ids.add([a, d] as string[]);
    expect(ids.get()).toEqual([a, d, c]);
    ids.remove([d, 'x'] as string[]);
    expect(createKeptIds('ended', 3).get()).toEqual([a, c]);
  });

  it('notifies its listeners of every change, and nothing else', () => {
    const ids = createKeptIds('ended', 3);
    const listener = vi.fn();
    ids.subscribe(listener);
    ids.remove(['x']);
    expect(listener).not.toHaveBeenCalled();
    ids.add([a] as string[]);
    expect(listener).toHaveBeenCalledOnce();
  });

  it('belongs to the user of the page, who may become known later', () => {
    createKeptIds('ended', 3).add([a] as string[]);
    keptOwner.set(undefined);
    const ids = createKeptIds('ended', 3);
    expect(ids.get()).toEqual([]);
    keptOwner.set('u');
    expect(ids.get()).toEqual([a]);
    keptOwner.set('other');
    expect(ids.get()).toEqual([]);
  });

  it('starts empty when the entry was written by something else', () => {
    for (const text of ['{"a":1}', 'not json', '7', 'null', '["x", 7, null]']) {
      stored.localStorage.set(key, text);
      expect(createKeptIds('ended', 3).get()).toEqual([]);
    }
  });

  it('lasts as long as the page when the browser forbids storage', () => {
    vi.stubGlobal('window', {});
    const ids = createKeptIds('ended', 3);
    ids.add([a] as string[]);
    expect(ids.get()).toEqual([a]);
  });
});
