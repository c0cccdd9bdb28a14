import type { PublicGeneration } from '@atelier/contract';
import type { LazyHistory, LoadedHistory } from '../history-medium.ts';
import type { HistoryView } from '../history-search.ts';
import type { ImageView } from '../image/image-view.ts';

// Each is fetched when the history is visited, or when something in it is deleted from another page.
export const videoHistory = lazyHistory<HistoryView>(
  'video',
  async () => (await import('./video.tsx')).videoHistory,
);
export const imageHistory = lazyHistory<ImageView>(
  'image',
  async () => (await import('./image.tsx')).imageHistory,
);
export const understandingHistory = lazyHistory<HistoryView>(
  'image-understanding',
  async () => (await import('./understanding.tsx')).understandingHistory,
);
export const audioHistory = lazyHistory<HistoryView>(
  'audio',
  async () => (await import('./audio.tsx')).audioHistory,
);

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

function lazyHistory<View>(
  type: LazyHistory<View>['type'],
  fetchMedium: () => Promise<LoadedHistory<View>>,
): LazyHistory<View> {
  let loading: Promise<LoadedHistory<View>> | undefined;
  return {
    type,
    load: () => {
      loading ??= fetchMedium();
      return loading;
    },
  };
}
