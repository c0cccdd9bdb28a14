import { createStore, type Store } from './store.ts';

export type KeptIds = Pick<Store<readonly string[]>, 'get' | 'subscribe'> & {
  add: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
};

/** Ids that this browser remembers, the newest first and at most `max`; the same in all its tabs. */
export function createKeptIds(name: string, max: number): KeptIds {
  const ids = createStore(readIds(name));
  const change = (next: readonly string[]) => {
    ids.set(next);
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch (error) {
      console.warn(`"${name}" could not be stored in this browser`, error);
    }
  };
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === name) ids.set(readIds(name));
  });
  return {
    get: ids.get,
    subscribe: ids.subscribe,
    add: (added) => change([...new Set([...added, ...ids.get()])].slice(0, max)),
    remove(removed) {
      const rest = ids.get().filter((id) => !removed.includes(id));
      if (rest.length < ids.get().length) change(rest);
    },
  };
}

const noIds: readonly string[] = [];

/** None where the browser forbids storage, or when something else wrote the entry. */
function readIds(name: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : noIds;
  } catch {
    return noIds;
  }
}
