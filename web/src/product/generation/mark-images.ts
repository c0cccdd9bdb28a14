import type { PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { changeMarks, type ImageMarks } from '#lib/api/generations.ts';
import { applyGenerations } from '#product/generation/generations-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { showToast } from '#ui/show-toast.ts';

/**
 * Makes image generations favorites or not, or replaces their tags. Resolves to the generations as they are
 * afterwards; to none, after a toast, when the call failed. The page has to have loaded `preview`.
 */
export async function markImages(
  ids: readonly string[],
  marks: ImageMarks,
): Promise<readonly PublicGeneration[]> {
  try {
    const generations = await changeMarks(ids, marks);
    applyGenerations(generations);
    return generations;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) showErrorToast(error);
    else showToast(i18next.t('preview:favorite.failed'), { tone: 'error' });
    return [];
  }
}
