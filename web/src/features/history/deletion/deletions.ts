import i18next from 'i18next';
import { queryClient } from '#lib/query-client.ts';
import { restoreGenerations, trashGenerations } from '#product/trash/trashed-generations.ts';
import { trashedIds } from '#product/trash/trashed-ids.ts';
import { showToast } from '#ui/show-toast.ts';
import { refreshLibrary } from '../history-key.ts';

const undoMs = 10_000;

/**
 * Moves generations to the trash at once, also when the page is left, and offers to undo that for ten seconds. After
 * that they are in the trash.
 */
export function deleteWithUndo(ids: readonly string[]): void {
  const fresh = ids.filter((id) => !trashedIds.get().has(id));
  const count = fresh.length;
  if (count === 0) return;
  const fail = (key: 'failed' | 'notRestored') =>
    void showToast(i18next.t(`history:delete.${key}`, { count }), { tone: 'error' });
  const isMoved = trashGenerations(fresh).then(
    () => true,
    () => false,
  );
  const undo = async () => {
    if (!(await isMoved)) return;
    const isWhole = await restoreGenerations(fresh).catch(() => false);
    if (!isWhole) fail('notRestored');
    // A page that was read while they were away would say for a moment that it does not exist.
    queryClient.removeQueries({ queryKey: ['history'], type: 'inactive' });
    void refreshLibrary();
  };
  const close = showToast(i18next.t('history:delete.moved', { count }), {
    durationMs: undoMs,
    action: { label: i18next.t('history:delete.undo'), onPress: () => void undo() },
  });
  void isMoved.then((moved) => {
    if (moved) return void refreshLibrary();
    close();
    fail('failed');
  });
}
