import { abandonSubmission, type GenerationRow } from '@atelier/db';
import type { FalRequest } from '@atelier/fal';
import { type FinalizeDeps, finalizeAsCancelled } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';
import { type AcceptDeps, acceptPolledResult, toRequest } from './accept-polled-result.ts';

export type CancelDeps = AcceptDeps & FinalizeDeps & Pick<WorkerDeps, 'provider'>;

/** How long a running model, or an unreachable provider, may delay the release of the credits. */
const maxWaitSeconds = 30;
const retrySeconds = 2;

/**
 * One step of a cancellation. Removed from fal's queue means cancelled; a running request may still deliver a result,
 * which is then charged. Returns the seconds until the next step, undefined when there is none.
 */
export async function cancelAtProvider(deps: CancelDeps, row: GenerationRow): Promise<number | undefined> {
  const waitedSeconds = (Date.now() - (row.cancel_requested_at ?? new Date()).getTime()) / 1000;
  const isOutOfTime = waitedSeconds > maxWaitSeconds;
  const request = toRequest(row);
  if (!request) {
    if (row.submit_state === 'sending' && !isOutOfTime) return retrySeconds;
    return endCancelled(deps, row);
  }
  try {
    const answer = await ask(deps, request);
    if (answer === 'has_ended') return acceptPolledResult(deps, row, request);
    return answer === 'is_gone' || isOutOfTime ? endCancelled(deps, row) : retrySeconds;
  } catch (error) {
    if (!isOutOfTime) throw error;
    deps.log.warn({ err: error, generationId: row.id }, 'cancelled without an answer from the provider');
    await endCancelled(deps, row);
    // The sweeper cancels it there once the provider is reachable again.
    await abandonSubmission(deps.db.pool, row.id);
    return undefined;
  }
}

async function ask(deps: CancelDeps, request: FalRequest): Promise<'has_ended' | 'is_gone' | 'still_runs'> {
  const status = await deps.provider.status(request);
  if (status?.state === 'done') return 'has_ended';
  const answer = await deps.provider.cancel(request);
  if (answer === 'too_late') return 'has_ended';
  return answer === 'missing' || status?.state === 'queued' ? 'is_gone' : 'still_runs';
}

async function endCancelled(deps: CancelDeps, row: GenerationRow): Promise<undefined> {
  await finalizeAsCancelled(deps, row);
  return undefined;
}
