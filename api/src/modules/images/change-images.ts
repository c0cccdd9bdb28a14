import { AppError, isAppError, type PublicGeneration } from '@atelier/contract';
import { markImages, markImagesDeleted } from '@atelier/db';
import { type FinalizeDeps, type NotifyDeps, notifyChanges } from '@atelier/generations';
import { deleteGeneration } from '../generations/delete-generation.ts';

type Deletion = { ids: readonly string[]; userId: string; deleteFiles: boolean };

/**
 * Removes a user's images from every list and returns how many there were: those that have ended in one statement, those
 * still running by cancelling them one at a time. Throws not_found when the user owns none of them.
 */
export async function deleteImages(
  deps: FinalizeDeps,
  { ids, userId, deleteFiles }: Deletion,
): Promise<number> {
  const ended = await markImagesDeleted(deps.db.pool, { ids, userId, hasFilesDeleted: deleteFiles });
  await Promise.all(ended.map((id) => deps.realtime.emitToUser(userId, 'generation:deleted', { id })));
  let deletedCount = ended.length;
  for (const id of new Set(ids.filter((each) => !ended.includes(each)))) {
    if (await deleteRunning(deps, { id, userId, deleteFiles })) deletedCount += 1;
  }
  if (deletedCount === 0) {
    const message = ids.length === 1 ? 'Failed to delete record' : 'Failed to delete records';
    throw new AppError('not_found', { message });
  }
  return deletedCount;
}

/** False when it is unknown, already deleted or another user's. */
async function deleteRunning(
  deps: FinalizeDeps,
  deletion: { id: string; userId: string; deleteFiles: boolean },
): Promise<boolean> {
  try {
    await deleteGeneration(deps, { ...deletion, medium: 'image' });
    return true;
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return false;
    throw error;
  }
}

type Marks = {
  userId: string;
  ids: readonly string[];
  isFavorite?: boolean | undefined;
  tags?: readonly string[] | undefined;
};

/** Sets favorite mark and tags and notifies the user's browsers. Throws not_found when the user owns none of the images. */
export async function favoriteImages(deps: NotifyDeps, marks: Marks): Promise<PublicGeneration[]> {
  const tags = marks.tags && [...new Set(marks.tags)];
  const rows = await markImages(deps.db.pool, { ...marks, tags });
  if (rows.length === 0) throw new AppError('not_found', { message: 'Failed to update favorite status' });
  return notifyChanges(deps, rows);
}
