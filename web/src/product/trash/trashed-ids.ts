import { createStore, useStore } from '#lib/store.ts';

/** Ids deleted on this page: hidden at once, also in lists that have not been read again yet. */
export const trashedIds = createStore<ReadonlySet<string>>(new Set());

export function useHiddenIds(): ReadonlySet<string> {
  return useStore(trashedIds);
}
