import i18next from 'i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { fetchTrashed } from '#product/api/trash.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { showToast } from '#ui/show-toast.ts';
import { restoreGenerations } from './trashed-generations.ts';

const offerMs = 10_000;

/**
 * Reports that a generation that was opened by its address and is in no list is in the trash, and offers to restore it.
 * Resolves to false when it is not there either.
 */
export async function offerRestore(id: string, onRestored: () => void): Promise<boolean> {
  const [generation] = await Promise.all([fetchTrashed(id).catch(() => undefined), loadMessages('trash')]);
  if (!generation) return false;
  const restore = () => restoreGenerations([id]).then(onRestored).catch(showErrorToast);
  showToast(i18next.t('trash:isInTrash'), {
    durationMs: offerMs,
    action: { label: i18next.t('trash:restore'), onPress: () => void restore() },
  });
  return true;
}
