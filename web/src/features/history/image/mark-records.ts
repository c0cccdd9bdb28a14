import type { PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { applyGenerations } from '#product/generation/generations-store.ts';
import { showErrorToast } from '#product/messages/show-error-toast.ts';
import { showToast } from '#ui/show-toast.ts';
import { markImages } from './image-history-api.ts';
import { refreshImageHistory } from './image-history-query.ts';

type Marks = { isFavorite?: boolean; tags?: readonly string[] };

/**
 * Makes records favourites or not, or gives them other tags. Resolves to the records as they are then; to none, after
 * a toast, when it failed.
 */
export async function markRecords(
  ids: readonly string[],
  marks: Marks,
): Promise<readonly PublicGeneration[]> {
  try {
    const records = await markImages(ids, marks);
    applyGenerations(records);
    void refreshImageHistory();
    return records;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) showErrorToast(error);
    else showToast(i18next.t('image-history:favorite.failed'), { tone: 'error' });
    return [];
  }
}
