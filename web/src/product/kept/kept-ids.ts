import { createStore, type Store } from '#lib/store.ts';
import { followKept, readKept, writeKept } from './kept.ts';

export type KeptIds = Pick<Store<readonly string[]>, 'get' | 'subscribe'> & {
  add: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
};

const noIds: readonly string[] = [];

/** Ids that this browser remembers of its user, the newest first and at most `max`; the same in all tabs. */
export function createKeptIds(
  name: 'ended' | 'seen' | 'dismissed' | 'named-batches' | 'ruled-out',
  max: number,
): KeptIds {
  const ids = createStore(readKept(name) ?? noIds);
  followKept(name, () => ids.set(readKept(name) ?? noIds));
  const change = (next: readonly string[]) => {
    ids.set(next);
    writeKept(name, next);
  };
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
