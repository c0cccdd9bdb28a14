import { createStore, useStore } from '#lib/store.ts';

/** What was deleted on this page: hidden from that moment on, also where a list has not been read again yet. */
export const trashedIds = createStore<ReadonlySet<string>>(new Set());

export function useHiddenIds(): ReadonlySet<string> {
  return useStore(trashedIds);
}
