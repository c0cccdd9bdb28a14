import { showErrorToast } from '#product/messages/message-toasts.ts';
import type { LazyHistory, LoadedHistory } from '../history-medium.ts';
import type { HistoryView } from '../history-search.ts';
import type { ImageView } from '../image/image-view.ts';

// Fetched when the history is visited, or when something in it is deleted from another page.
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

function lazyHistory<View>(
  type: LazyHistory<View>['type'],
  fetchMedium: () => Promise<LoadedHistory<View>>,
): LazyHistory<View> {
  let loading: Promise<LoadedHistory<View>> | undefined;
  const load = () => {
    loading ??= fetchMedium();
    return loading;
  };
  return {
    type,
    load,
    deleteWithUndo: (ids) => load().then((history) => history.deleteWithUndo(ids), showErrorToast),
  };
}
