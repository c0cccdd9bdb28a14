import type { LibraryChangeBody, PublicGeneration } from '@atelier/contract';
import i18next from 'i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { fetchGenerations } from '#product/api/generations.ts';
import { changeLibrary } from '#product/api/library.ts';
import { applyGenerations } from '#product/generation/store/generations-store.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { showToast } from '#ui/show-toast.ts';

export type GenerationMarks = Omit<LibraryChangeBody, 'ids'>;

/** Most ids of one call. */
const maxReadIds = 100;

/**
 * Makes generations favorites or not, adds or removes tags, moves them to a project, or describes them. Resolves to those
 * that were read again afterwards, which are not all of very many; to undefined, after a toast, when the call failed. The
 * page has to have loaded `preview`.
 */
export async function markGenerations(
  ids: readonly string[],
  marks: GenerationMarks,
): Promise<readonly PublicGeneration[] | undefined> {
  try {
    const { full } = await changeLibrary({ ids: [...ids], ...marks });
    if (full.length > 0) showToast(i18next.t('preview:tagsFull', { count: full.length }), { tone: 'error' });
    const generations = await fetchGenerations(ids.slice(0, maxReadIds));
    applyGenerations(generations);
    return generations;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) showErrorToast(error);
    // The works that are not there are left out; the project alone can be missing.
    else if (status === 404) showToast(i18next.t('preview:projectGone'), { tone: 'error' });
    else showToast(i18next.t(describeFailure(marks), { count: ids.length }), { tone: 'error' });
    return undefined;
  }
}

function describeFailure({ favorite, project, altText }: GenerationMarks) {
  if (altText !== undefined) return 'preview:altTextFailed';
  if (favorite !== undefined) return 'preview:favorite.failed';
  return project === undefined ? 'preview:tagsFailed' : 'preview:projectFailed';
}
