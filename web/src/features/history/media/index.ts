import type { PublicGeneration } from '@atelier/contract';
import type { LazyHistory, LoadedHistory } from '../history-medium.ts';

// Each is fetched when its tab is visited, or when something in it is deleted from another page.
export const libraryHistory = lazyHistory('all', async () => (await import('./all.tsx')).libraryHistory);
export const videoHistory = lazyHistory('video', async () => (await import('./video.tsx')).videoHistory);
export const imageHistory = lazyHistory('image', async () => (await import('./image.tsx')).imageHistory);
export const understandingHistory = lazyHistory(
  'image-understanding',
  async () => (await import('./understanding.tsx')).understandingHistory,
);
export const audioHistory = lazyHistory('audio', async () => (await import('./audio.tsx')).audioHistory);

const histories = {
  video: videoHistory,
  image: imageHistory,
  text: understandingHistory,
  audio: audioHistory,
} satisfies Record<PublicGeneration['medium'], unknown>;

/** For pages that show generations outside their history. */
export async function deleteFromHistory({ medium, id }: PublicGeneration): Promise<void> {
  const history = await histories[medium].load();
  history.deleteWithUndo([id]);
}

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
