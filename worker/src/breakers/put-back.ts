import { type GenerationRow, returnToLine, withLinePositions } from '@atelier/db';
import { type LineDeps, notifyLine, notifyMany, startWaitingGenerations } from '@atelier/generations';

/** The request is absent while the attempt is being submitted. */
type Returned = Pick<GenerationRow, 'id' | 'attempt' | 'provider_request_id'>;

/**
 * Puts a generation that the provider did not begin back to the front of its line, where it waits with its hold, and gives
 * its place to the next that may start. Returns false when it is in no state for that, or its owner has cancelled it.
 */
export async function putBack(
  deps: LineDeps,
  { id: generationId, attempt, provider_request_id: answered }: Returned,
): Promise<boolean> {
  const row = await returnToLine(deps.db.pool, { generationId, attempt, answered });
  if (!row) return false;
  deps.log.info({ generationId, attempt }, 'a generation waits again, because of the provider');
  notifyLine(deps, row.user_id);
  if (await notifyMany(deps, row.user_id, await withLinePositions(deps.db.pool, [row])))
    deps.outboxCleaner.done(`returned:${generationId}:${attempt}`);
  await startWaitingGenerations(deps, row.user_id);
  return true;
}
