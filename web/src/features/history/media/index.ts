import type { LazyHistory, LoadedHistory } from '../history-medium.ts';

// Each is fetched when its tab is visited.
export const libraryHistory = lazyHistory('all', async () => (await import('./all.tsx')).libraryHistory);
export const videoHistory = lazyHistory('video', async () => (await import('./video.tsx')).videoHistory);
export const imageHistory = lazyHistory('image', async () => (await import('./image.tsx')).imageHistory);
export const understandingHistory = lazyHistory(
  'image-understanding',
  async () => (await import('./understanding.tsx')).understandingHistory,
);
export const audioHistory = lazyHistory('audio', async () => (await import('./audio.tsx')).audioHistory);

function lazyHistory(type: LazyHistory['type'], fetchMedium: () => Promise<LoadedHistory>): LazyHistory {
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
