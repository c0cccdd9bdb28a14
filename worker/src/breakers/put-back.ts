import { type GenerationRow, returnToLine, withLinePositions } from '@atelier/db';
import { type LineDeps, notifyLine, notifyMany, startWaitingGenerations } from '@atelier/generations';

/**
 * Puts a generation that the provider did not begin back to the front of its line, where it waits with its hold, and gives
 * its place to the next that may start. Returns false when it is in no state for that, or its owner has cancelled it.
 */
export async function putBack(
  deps: LineDeps,
  { id: generationId, attempt }: Pick<GenerationRow, 'id' | 'attempt'>,
): Promise<boolean> {
  const row = await returnToLine(deps.db.pool, { generationId, attempt });
  if (!row) return false;
  deps.log.info({ generationId, attempt }, 'a generation waits again, because of the provider');
  notifyLine(deps, row.user_id);
  if (await notifyMany(deps, row.user_id, await withLinePositions(deps.db.pool, [row])))
    deps.outboxCleaner.done(`returned:${generationId}:${attempt}`);
  await startWaitingGenerations(deps, row.user_id);
  return true;
}
