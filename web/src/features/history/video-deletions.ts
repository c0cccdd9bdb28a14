import i18next from 'i18next';
import { showToast } from '#ui/show-toast.ts';
import { deleteVideo } from './history-api.ts';
import { PendingDeletions } from './pending-deletions.ts';

const undoMs = 10_000;
const takeToastAway = new Map<string, () => void>();

/** One for the whole app: a deletion that waits for its undo time outlives the page's components. */
export const videoDeletions = new PendingDeletions({
  undoMs,
  send: (id, isLeaving) => {
    closeToast(id);
    return deleteVideo(id, isLeaving);
  },
  // The histories' query library is no part of the pages that only offer the deletion.
  onDone: () => void import('./history-query.ts').then(({ refreshHistory }) => refreshHistory()),
  onFailed: () => void showToast(i18next.t('history:delete.failed'), { tone: 'error' }),
});

/** Hides the record and offers to take that back for ten seconds. */
export function deleteWithUndo(id: string): void {
  videoDeletions.schedule(id);
  const close = showToast(i18next.t('history:delete.done'), {
    durationMs: undoMs,
    action: { label: i18next.t('history:delete.undo'), onPress: () => videoDeletions.undo(id) },
  });
  takeToastAway.set(id, close);
}

function closeToast(id: string): void {
  takeToastAway.get(id)?.();
  takeToastAway.delete(id);
}
