import { AppError, type PublicGeneration } from '@atelier/contract';
import {
  finishGeneration,
  type GenerationRow,
  getOwnGeneration,
  removeOutbox,
  requestCancellation,
} from '@atelier/db';
import { generationJobId } from '@atelier/queue';
import type { Realtime } from '@atelier/realtime';
import type { ApiDeps } from '../../deps.ts';
import { announceChange, announceEnd } from './announce.ts';
import { wakeWebhook } from './wake-webhook.ts';

type CancelDeps = Pick<ApiDeps, 'db' | 'producer' | 'mediaUrl' | 'log'> & {
  realtime: Pick<Realtime, 'emitToUser'>;
};

/**
 * Cancels what was not sent yet at once; for the rest a worker asks the provider, and what is delivered all the same is
 * charged. May be asked again. Throws not_found, or already_finished when it is too late.
 */
export async function cancelGeneration(
  deps: CancelDeps,
  id: string,
  userId: string,
): Promise<PublicGeneration> {
  await getOwnGeneration(deps.db.pool, id, userId);
  const asked = await requestCancellation(deps.db.pool, id, userId);
  const row = asked ?? (await getOwnGeneration(deps.db.pool, id, userId)).generation;
  if (!row.cancel_requested_at || row.finished_at) throw new AppError('already_finished');
  // From here on nobody submits it; also when the first one who asked died before this line.
  if (row.submit_state === 'none') return endNow(deps, row);
  if (asked) await wakeWorker(deps, asked);
  return announceChange(deps, row);
}

async function endNow(deps: CancelDeps, row: GenerationRow): Promise<PublicGeneration> {
  const ending = { generationId: row.id, status: 'cancelled' as const, chargeCredits: 0, error: null };
  const finished = await finishGeneration(deps.db.pool, ending);
  if (!finished) throw new AppError('already_finished');
  const generation = await announceEnd(deps, finished);
  await removeOutbox(deps.db.pool, [`changed:${row.id}`]);
  await wakeWebhook(deps, finished.generation);
  return generation;
}

/** The wish is committed: if the queue cannot be told now, the sweeper looks at it within seconds. */
async function wakeWorker(deps: CancelDeps, { id, watch_run: run }: GenerationRow): Promise<void> {
  try {
    const jobId = generationJobId('watch', id, run);
    await deps.producer.enqueue('watch-generation', { generationId: id, run }, { jobId });
  } catch (error) {
    deps.log.warn({ err: error, generationId: id }, 'not enqueued; the sweeper will');
  }
}
