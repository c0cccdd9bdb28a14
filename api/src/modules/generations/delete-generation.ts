import type { Medium } from '@atelier/catalog';
import { AppError, isAppError } from '@atelier/contract';
import { getOwnGeneration, markDeleted } from '@atelier/db';
import { cancelGeneration, type FinalizeDeps } from '@atelier/generations';

type Deletion = { id: string; userId: string; medium: Medium; deleteFiles: boolean };

/**
 * Removes a generation from every list; a running one is cancelled first. Its receipt stays. A worker deletes the files,
 * by way of the outbox.
 */
export async function deleteGeneration(
  deps: FinalizeDeps,
  { id, userId, medium, deleteFiles }: Deletion,
): Promise<void> {
  const { generation } = await getOwn(deps, id, userId);
  if (generation.medium !== medium) throw notDeleted();
  if (!generation.finished_at) await cancelIfPossible(deps, id, userId);
  const deleted = await markDeleted(deps.db.pool, { id, userId, hasFilesDeleted: deleteFiles });
  if (!deleted) throw notDeleted();
  await deps.realtime.emitToUser(userId, 'generation:deleted', { id });
}

async function getOwn(deps: FinalizeDeps, id: string, userId: string) {
  try {
    return await getOwnGeneration(deps.db.pool, id, userId);
  } catch (error) {
    throw isAppError(error) ? notDeleted() : error;
  }
}

async function cancelIfPossible(deps: FinalizeDeps, id: string, userId: string): Promise<void> {
  try {
    await cancelGeneration(deps, id, userId);
  } catch (error) {
    // It has just ended, or its files are being saved. Too late to cancel, but it is deleted anyway.
    if (!isAppError(error) || error.code !== 'already_finished') throw error;
  }
}

function notDeleted(): AppError {
  return new AppError('not_found', { message: 'Failed to delete record' });
}
