import type { LazyHistory, LoadedHistory } from './history-medium.ts';

/** A tab of the library that is fetched when it is visited. */
export function lazyHistory(
  type: LazyHistory['type'],
  fetchMedium: () => Promise<LoadedHistory>,
): LazyHistory {
  let loading: Promise<LoadedHistory> | undefined;
  return {
    type,
    load: () => {
      const begun = loading ?? fetchMedium();
      loading = begun;
      // The next one who needs it tries again.
      begun.catch(() => {
        loading = undefined;
      });
      return begun;
    },
  };
}
