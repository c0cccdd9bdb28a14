// Into the trash, out of it, and for good. Every one of them works on a user's own generations only; the rest is left alone.
import { AppError, isAppError } from '@atelier/contract';
import { type Deletion, listUnendedGenerations, markRestored, markTrashed, purgeOwnTrash } from '@atelier/db';
import {
  cancelGeneration,
  endInLine,
  type FinalizeDeps,
  type NotifyDeps,
  processEach,
} from '@atelier/generations';

/** Generations that are named to the user's browsers; after more of them they read their lists again. */
const maxNamed = 100;

/**
 * Moves a user's generations to the trash and returns the ids of those that were moved: in one statement, after those
 * that still wait or run were cancelled. Everything about them stays until they leave the trash.
 */
export async function moveToTrash(deps: FinalizeDeps, deletion: Deletion): Promise<string[]> {
  const { userId } = deletion;
  await cancelUnended(deps, deletion);
  const moved = await markTrashed(deps.db.pool, deletion);
  const named = moved.length > maxNamed ? [] : moved;
  await Promise.all(named.map((id) => deps.realtime.emitToUser(userId, 'generation:deleted', { id })));
  await notifyMove(deps, userId, moved.length);
  return moved;
}

/**
 * Cancels waiting generations first, all in one statement, because each end of a running one would start one of them. The
 * statement ends before any other lock is taken, so its order of locks is that of the line.
 */
async function cancelUnended(deps: FinalizeDeps, deletion: Deletion): Promise<void> {
  const { userId } = deletion;
  const unended = await listUnendedGenerations(deps.db.pool, deletion);
  const waiting = unended.filter((each) => each.is_waiting).map(({ id }) => id);
  const ended =
    waiting.length === 0
      ? []
      : await endInLine(deps, { userId, ids: waiting, status: 'cancelled', error: null });
  const cancelled = new Set(ended.map(({ id }) => id));
  const others = unended.filter(({ id }) => !cancelled.has(id));
  const done = await processEach(deps, 'cancel a deleted generation', others, ({ id }) =>
    cancelIfPossible(deps, id, userId),
  );
  if (done.length < others.length) throw new AppError('unavailable');
}

async function cancelIfPossible(deps: FinalizeDeps, id: string, userId: string): Promise<void> {
  try {
    await cancelGeneration(deps, id, userId);
  } catch (error) {
    // It has just ended, its files are being saved, or another call has deleted it. Too late to cancel, not to delete.
    if (!isAppError(error) || !['already_finished', 'not_found'].includes(error.code)) throw error;
  }
}

/** Returns the ids of those that were in the trash. */
export async function restoreGenerations(
  deps: NotifyDeps,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<string[]> {
  const restored = await markRestored(deps.db.pool, { userId, ids });
  await notifyMove(deps, userId, restored.length, restored);
  return restored;
}

/** Most rows of one statement, so that it locks few for a short time. */
const purgedAtOnce = 500;

/**
 * Ends the time in the trash of these generations, or of all that are in it now, and returns how many; workers remove their
 * files. If this process dies, what it has not reached is still in the trash.
 */
export async function purgeGenerations(
  deps: NotifyDeps,
  { userId, ids }: { userId: string; ids?: readonly string[] | undefined },
): Promise<number> {
  const chosen = { userId, ids, limit: purgedAtOnce };
  let count = 0;
  let until: string | undefined;
  for (;;) {
    const purged = await purgeOwnTrash(deps.db.pool, chosen, { count, until });
    count += purged.length;
    until ??= purged[0]?.until;
    if (purged.length < purgedAtOnce) break;
  }
  await notifyMove(deps, userId, count);
  return count;
}

async function notifyMove(
  { realtime }: NotifyDeps,
  userId: string,
  count: number,
  restored?: readonly string[],
): Promise<void> {
  if (count === 0) return;
  const change = restored && restored.length <= maxNamed ? { restored } : {};
  await realtime.emitToUser(userId, 'library:changed', change);
}
