import i18next from 'i18next';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { showToast } from '#ui/show-toast.ts';
import { type DeletionBatch, PendingDeletions } from './deletions.ts';

const undoMs = 10_000;

type Options = {
  type: HistoryType;
  send: (ids: readonly string[], isLeaving: boolean) => Promise<void>;
  /** Reads the lists again after a deletion. */
  refresh: () => void;
};

export type Deletions = {
  pending: Pick<PendingDeletions, 'hiddenIds' | 'subscribe' | 'flush'>;
  /** Hides the records and offers to take that back for ten seconds. */
  deleteWithUndo: (ids: readonly string[]) => void;
};

/** The deletions of a history. One for the whole app: what waits for its undo time outlives the page's components. */
export function createDeletions({ type, send, refresh }: Options): Deletions {
  const takeToastAway = new Map<DeletionBatch, () => void>();
  const closeToast = (batch: DeletionBatch) => {
    takeToastAway.get(batch)?.();
    takeToastAway.delete(batch);
  };
  const pending = new PendingDeletions({
    undoMs,
    send: (batch, isLeaving) => {
      closeToast(batch);
      return send(batch.ids, isLeaving);
    },
    onDone: refresh,
    onFailed: ({ ids }) =>
      void showToast(i18next.t('history:delete.failed', { count: ids.length }), { tone: 'error' }),
  });
  const deleteWithUndo = (ids: readonly string[]) => {
    const batch = pending.schedule(ids);
    if (!batch) return;
    const close = showToast(i18next.t(`history:types.${type}.deleted`, { count: batch.ids.length }), {
      durationMs: undoMs,
      action: { label: i18next.t('history:delete.undo'), onPress: () => pending.undo(batch) },
    });
    takeToastAway.set(batch, close);
  };
  return { pending, deleteWithUndo };
}
