import { abandonSubmission, type GenerationRow } from '@atelier/db';
import type { FalRequest } from '@atelier/fal';
import type { WorkerDeps } from '../deps.ts';
import { finishNow, requestOf } from './accept-polled-result.ts';
import { cancelGeneration } from './finalize-generation.ts';

/** How long a running model, or a provider that is away, may take before the credits go back regardless. */
const patienceSeconds = 30;
const askAgainSeconds = 2;

/**
 * One step of a cancellation (reliability.md, "Races"): removed from the queue means cancelled; a running job may
 * still deliver, and what it delivers is charged. Seconds until the next step, undefined when it is over.
 */
export async function cancelAtProvider(deps: WorkerDeps, row: GenerationRow): Promise<number | undefined> {
  const waitedSeconds = (Date.now() - (row.cancel_requested_at ?? new Date()).getTime()) / 1000;
  const isOutOfPatience = waitedSeconds > patienceSeconds;
  const request = requestOf(row);
  if (!request) {
    if (row.submit_state === 'sending' && !isOutOfPatience) return askAgainSeconds;
    return endCancelled(deps, row);
  }
  try {
    const answer = await ask(deps, request);
    if (answer === 'has_ended') return finishNow(deps, row, request);
    return answer === 'is_gone' || isOutOfPatience ? endCancelled(deps, row) : askAgainSeconds;
  } catch (error) {
    if (!isOutOfPatience) throw error;
    deps.log.warn({ err: error, generationId: row.id }, 'cancelled without an answer of the provider');
    await endCancelled(deps, row);
    // The sweeper asks the provider again when it is back.
    await abandonSubmission(deps.db.pool, row.id);
    return undefined;
  }
}

async function ask(deps: WorkerDeps, request: FalRequest): Promise<'has_ended' | 'is_gone' | 'still_runs'> {
  const status = await deps.provider.status(request);
  if (status?.state === 'done') return 'has_ended';
  const answer = await deps.provider.cancel(request);
  if (answer === 'too_late') return 'has_ended';
  return answer === 'missing' || status?.state === 'queued' ? 'is_gone' : 'still_runs';
}

async function endCancelled(deps: WorkerDeps, row: GenerationRow): Promise<undefined> {
  await cancelGeneration(deps, row);
  return undefined;
}
