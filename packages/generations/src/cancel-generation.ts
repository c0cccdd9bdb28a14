import { AppError, type PublicGeneration } from '@atelier/contract';
import { getOwnGeneration, requestCancellation, toPublicGeneration } from '@atelier/db';
import { endInLine } from './end-in-line.ts';
import { enqueueWatch } from './enqueue.ts';
import { type FinalizeDeps, finalizeAsCancelled } from './finalize-generation.ts';
import { notifyChange } from './notify.ts';

/**
 * Cancels immediately if the generation still waits or is not submitted yet; otherwise a worker asks the provider to
 * cancel. A result that still arrives is charged. Idempotent. Throws not_found, or already_finished when it has ended or
 * its files are being saved.
 */
export async function cancelGeneration(
  deps: FinalizeDeps,
  id: string,
  userId: string,
): Promise<PublicGeneration> {
  const { generation: own } = await getOwnGeneration(deps.db.pool, id, userId);
  if (own.status === 'waiting') {
    const [ended] = await endInLine(deps, { userId, ids: [id], status: 'cancelled', error: null });
    if (ended) return toPublicGeneration({ generation: ended, outputs: [] }, deps.mediaUrl);
    // The generation has just started.
  }
  const requested = await requestCancellation(deps.db.pool, id, userId);
  const row = requested ?? (await getOwnGeneration(deps.db.pool, id, userId)).generation;
  if (!row.cancel_requested_at || row.finished_at) throw new AppError('already_finished');
  // A generation is not submitted once its cancellation is requested, so this also completes a request that died
  // halfway.
  if (row.submit_state === 'none') {
    const finalized = await finalizeAsCancelled(deps, row);
    if (!finalized) throw new AppError('already_finished');
    return finalized.generation;
  }
  if (requested) await enqueueWatch(deps, requested);
  return notifyChange(deps, row);
}
