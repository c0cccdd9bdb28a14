import { findKind, type KindInput } from '@atelier/catalog';
import { toKindSubject } from '@atelier/contract';
import {
  countUnknownSubmissions,
  type GenerationRow,
  holdUnknown,
  markSubmissionUnknown,
  reopenSubmission,
} from '@atelier/db';
import {
  countDeadlineSeconds,
  enqueueStep,
  type FinalizeDeps,
  finalizeAsFailed,
  leaseSeconds,
} from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';
import { unknownWaitSeconds } from './dispatch-generation.ts';

export type ResumeDeps = FinalizeDeps & Pick<WorkerDeps, 'metrics' | 'breakers' | 'settings' | 'provider'>;

/** A submission whose answer was lost is repeated once, and once more after an outage. */
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
  const hold = row.submit_state === 'unknown' ? await findHold(deps, row) : undefined;
  if (hold) {
    const deadlineSeconds = findDeadlineSeconds(row);
    await holdUnknown(deps.db.pool, { generationId, waitSeconds: unknownWaitSeconds, deadlineSeconds });
    return hold === 'line' ? resubmit(deps, row) : undefined;
  }
  if (isOverdue(row)) {
    await finalizeAsFailed(deps, row, { code: 'timeout', detail: null });
    return;
  }
  if (row.submit_state === 'none') return enqueueLost(deps, 'dispatch', row);
  if (row.submit_state === 'sending') {
    return markSubmissionUnknown(deps.db.pool, generationId, row.attempt, restOfUnknownWaitSeconds);
  }
  await resubmitUnknown(deps, row);
}

/**
 * A submission without an answer says nothing about its generation while nothing can be submitted again. Where fal itself is
 * away, it waits for its webhook. Where the account or the model takes no work, its next claim puts it into its `line`, as
 * only what waits there is started as a probe. Undefined when nothing holds it.
 */
async function findHold(deps: ResumeDeps, row: GenerationRow): Promise<'webhook' | 'line' | undefined> {
  const heldMs = Date.now() - (row.held_since?.getTime() ?? Date.now());
  if (heldMs > deps.settings.providerWaitHours * 3_600_000) return undefined;
  const breakers = await deps.breakers.read();
  const isOpen = (of: string) => breakers.some(({ state, subject }) => state === 'open' && subject === of);
  if (isOpen('provider')) return 'webhook';
  if (isOpen('account') || isOpen(toKindSubject(row.kind))) return 'line';
  const isLast = isOverdue(row) || (await hasNoAttemptLeft(deps, row));
  return isLast && !(await deps.provider.isAlive()) ? 'webhook' : undefined;
}

/** Returns 0 for a kind that the catalog has lost meanwhile: nothing of it is submitted again. */
function findDeadlineSeconds({ kind: id, input }: GenerationRow): number {
  const kind = findKind(id);
  return kind ? countDeadlineSeconds(kind, input as KindInput) : 0;
}

const isOverdue = (row: GenerationRow) => row.deadline_at.getTime() <= Date.now();

async function hasNoAttemptLeft({ db }: ResumeDeps, row: GenerationRow): Promise<boolean> {
  const most = row.held_since === null ? maxUnknown : maxUnknown + 1;
  return (await countUnknownSubmissions(db.pool, row.id)) >= most;
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
  if (await hasNoAttemptLeft(deps, row))
    await finalizeAsFailed(deps, row, { code: 'submission_lost', detail: null });
  else await resubmit(deps, row);
}

async function resubmit(deps: ResumeDeps, row: GenerationRow): Promise<void> {
  const { id: generationId, attempt, watch_run: run } = row;
  const submission = { generationId, attempt, retrySeconds: 20, state: 'unknown' as const };
  if (!(await reopenSubmission(deps.db.pool, submission))) return;
  await enqueueStep(deps, 'dispatch', { generationId, run });
}
