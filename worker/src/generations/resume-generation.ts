import {
  countUnknownSubmissions,
  type GenerationRow,
  markSubmissionUnknown,
  reopenSubmission,
} from '@atelier/db';
import { enqueueStep, type FinalizeDeps, finalizeAsFailed, leaseSeconds } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';
import { unknownWaitSeconds } from './dispatch-generation.ts';

export type ResumeDeps = FinalizeDeps & Pick<WorkerDeps, 'metrics'>;

/** A submission whose answer was lost is repeated once. */
const maxUnknown = 2;
/** Rest of the time to wait for a webhook: the killed process's lease has passed since its last call of the provider. */
const restOfUnknownWaitSeconds = unknownWaitSeconds - leaseSeconds;

/** Enqueues the job that the state of a generation asks for, after the time in which one should have run. */
export async function resumeGeneration(deps: ResumeDeps, row: GenerationRow): Promise<void> {
  const { id: generationId } = row;
  deps.log.warn({ generationId, stage: row.stage, submitState: row.submit_state }, 'resuming a generation');
  if (row.stage === 'saving') return finishAgain(deps, row);
  if (row.provider_request_id !== null || row.cancel_requested_at) {
    return enqueueLost(deps, 'watch', row);
  }
  if (row.deadline_at.getTime() <= Date.now()) {
    await finalizeAsFailed(deps, row, { code: 'timeout', detail: null });
    return;
  }
  if (row.submit_state === 'none') return enqueueLost(deps, 'dispatch', row);
  if (row.submit_state === 'sending') {
    return markSubmissionUnknown(deps.db.pool, generationId, row.attempt, restOfUnknownWaitSeconds);
  }
  await resubmitUnknown(deps, row);
}

/** Counted: only a job that is gone, or whose attempts are used up, leaves a generation waiting for the sweeper here. */
async function enqueueLost(
  deps: ResumeDeps,
  step: 'dispatch' | 'watch',
  { id: generationId, watch_run: run }: GenerationRow,
): Promise<void> {
  deps.metrics.jobLost();
  await enqueueStep(deps, step, { generationId, run });
}

/**
 * Its job may be lost, may have used up its attempts, or may still be waiting in a long queue. The minute in the id adds
 * at most one job per minute to that queue.
 */
async function finishAgain(deps: ResumeDeps, { id: generationId, stage_started_at }: GenerationRow) {
  const minute = Math.floor((Date.now() - stage_started_at.getTime()) / 60_000);
  await enqueueStep(deps, 'finish-again', { generationId, run: minute });
}

/** No webhook arrived in time to prove that the submission was accepted: one more try, then the credits are released. */
async function resubmitUnknown(deps: ResumeDeps, row: GenerationRow): Promise<void> {
  const { id: generationId, attempt, watch_run: run } = row;
  if ((await countUnknownSubmissions(deps.db.pool, generationId)) >= maxUnknown) {
    await finalizeAsFailed(deps, row, { code: 'submission_lost', detail: null });
    return;
  }
  const submission = { generationId, attempt, retrySeconds: 20, state: 'unknown' as const };
  if (!(await reopenSubmission(deps.db.pool, submission))) return;
  await enqueueStep(deps, 'dispatch', { generationId, run });
}
