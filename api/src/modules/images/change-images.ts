import { AppError, isAppError, type PublicGeneration } from '@atelier/contract';
import { markImages, markImagesDeleted } from '@atelier/db';
import { type FinalizeDeps, type NotifyDeps, notifyChanges } from '@atelier/generations';
import { deleteGeneration } from '../generations/delete-generation.ts';

type Deletion = { ids: readonly string[]; userId: string; deleteFiles: boolean };

/**
 * Takes a user's images out of every list (ruling 26) and says how many there were. Those that have ended go in one
 * statement; those that still run are cancelled one by one. Throws not_found when none is theirs.
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
  if (deletedCount === 0) throw new AppError('not_found', { message: 'Failed to delete records' });
  return deletedCount;
}

/** False: unknown, deleted before, or somebody else's. */
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

/** Sets star and tags of a user's own images and tells all of their pages. Throws not_found when none is theirs. */
export async function favoriteImages(deps: NotifyDeps, marks: Marks): Promise<PublicGeneration[]> {
  const tags = marks.tags && [...new Set(marks.tags)];
  const rows = await markImages(deps.db.pool, { ...marks, tags });
  if (rows.length === 0) throw new AppError('not_found', { message: 'Failed to update favorite status' });
  return notifyChanges(deps, rows);
}
