import { vi } from 'vitest';

export type StubbedStorage = { localStorage: Map<string, string>; sessionStorage: Map<string, string> };

/** Gives the page a storage of its own; `page` is its window, for events. */
export function stubStorage(page = new EventTarget()): StubbedStorage {
  const stubbed = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };
  const areas = Object.entries(stubbed).map(([name, items]) => [name, areaWith(items)]);
  vi.stubGlobal('window', Object.assign(page, Object.fromEntries(areas)));
  return stubbed;
}

function areaWith(items: Map<string, string>) {
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
}
