// Sends a reserved generation to fal, at most once per attempt. The intent and the webhook token are committed before
// the call, so that a crash at any point is found by the sweeper. Next: fal's webhook, api/src/modules/webhooks.
import { createHash, randomBytes } from 'node:crypto';
import { getKind } from '@atelier/catalog';
import { isAppError, webhookPaths } from '@atelier/contract';
import {
  claimSubmission,
  countUnknownSubmissions,
  type GenerationRow,
  markSubmissionUnknown,
  recordSubmission,
  reopenSubmission,
  scheduleCheck,
} from '@atelier/db';
import type { SubmitOutcome } from '@atelier/fal';
import { addLogContext } from '@atelier/log';
import { generationJobId } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/log-generation.ts';
import { failGeneration } from './finalize-generation.ts';
import { typicalSeconds } from './median-duration.ts';
import { announce, announceBalance } from './notify.ts';
import { lookGraceSeconds, secondsToNextLook } from './poll-interval.ts';
import { handOverInputs } from './upload-inputs-to-provider.ts';

/** Seconds to wait after each time the provider was too busy to take the job. */
const busyWaitSeconds = [2, 5, 15, 30, 60];
/** How long a tokened webhook may take to tell that a submission without an answer was accepted after all. */
export const unknownWaitSeconds = 45;
const maxUnknown = 2;

export async function dispatchGeneration(
  deps: WorkerDeps,
  { generationId }: { generationId: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const row = await claimSubmission(deps.db.pool, generationId, createHash('sha256').update(token).digest());
  if (!row) return;
  logGeneration(row);
  // Asked for before the call: between its answer and the stored id nothing else may fail.
  const expectedSeconds = await typicalSeconds(deps.db, row);
  const outcome = await submit(deps, row, token);
  if (outcome.outcome === 'accepted') addLogContext({ providerRequestId: outcome.requestId });
  deps.log.info(
    { generationId, attempt: row.attempt, outcome: outcome.outcome },
    'submitted to the provider',
  );
  await handleOutcome(deps, { ...row, expected_seconds: expectedSeconds }, outcome);
}

async function submit(deps: WorkerDeps, row: GenerationRow, token: string): Promise<SubmitOutcome> {
  const kind = getKind(row.kind);
  try {
    const { body } = kind.provider.toRequest(await handOverInputs(deps, kind, row));
    return await deps.provider.submit({
      endpoint: row.provider_endpoint,
      input: body,
      webhookUrl: webhookUrl(deps, row, token),
    });
  } catch (error) {
    // Surely not submitted: its files could not be handed over.
    if (!isAppError(error)) throw error;
    const detail = error.cause instanceof Error ? error.cause.message : error.message;
    return error.isRetryable
      ? { outcome: 'busy', detail }
      : { outcome: 'refused', failure: { code: error.code, detail } };
  }
}

function webhookUrl(deps: WorkerDeps, row: GenerationRow, token: string): string | undefined {
  if (!deps.settings.webhookBaseUrl) return undefined;
  const path = webhookPaths[row.medium as keyof typeof webhookPaths];
  const query = new URLSearchParams({ g: row.id, a: String(row.attempt), t: token });
  return `${deps.settings.webhookBaseUrl}${path}?${query}`;
}

async function handleOutcome(deps: WorkerDeps, row: GenerationRow, outcome: SubmitOutcome): Promise<void> {
  switch (outcome.outcome) {
    case 'accepted':
      return handleAccepted(deps, row, outcome);
    case 'refused':
      await failGeneration(deps, row, outcome.failure);
      return;
    case 'busy':
      return handleBusy(deps, row, outcome.detail);
    case 'unknown':
      deps.log.warn(
        { generationId: row.id, detail: outcome.detail },
        'the provider did not answer a submission',
      );
      return markSubmissionUnknown(deps.db.pool, row.id, row.attempt, unknownWaitSeconds);
  }
}

type Accepted = Extract<SubmitOutcome, { outcome: 'accepted' }>;

async function handleAccepted(deps: WorkerDeps, row: GenerationRow, accepted: Accepted): Promise<void> {
  const { expected_seconds: expectedSeconds } = row;
  const stored = await recordSubmission(deps.db.pool, {
    generationId: row.id,
    attempt: row.attempt,
    providerRequestId: accepted.requestId,
    queuePosition: accepted.queuePosition,
    expectedSeconds,
    nextCheckSeconds: lookGraceSeconds,
  });
  // Absent when a webhook was faster, or when it ended meanwhile; then the sweeper cancels it at the provider.
  if (!stored) return;
  await announce(deps, stored);
  await announceBalance(deps, stored.user_id);
  const delaySeconds = secondsToNextLook({
    elapsedSeconds: 0,
    expectedSeconds,
    deadlineSeconds: (stored.deadline_at.getTime() - Date.now()) / 1000,
    hasWebhook: deps.settings.webhookBaseUrl !== undefined,
    isFollowed: deps.follower.follow(stored),
  });
  await startWatch(deps, stored, delaySeconds);
}

/** The watch chain of this run. Its first look may be soon, or only the guard against a lost webhook. */
async function startWatch(deps: WorkerDeps, row: GenerationRow, delaySeconds: number): Promise<void> {
  const { id: generationId, watch_run: run } = row;
  await deps.producer.enqueue(
    'watch-generation',
    { generationId, run },
    { jobId: generationJobId('watch', generationId, run), delayMs: delaySeconds * 1000 },
  );
  await scheduleCheck(deps.db.pool, generationId, delaySeconds + lookGraceSeconds);
}

async function handleBusy(deps: WorkerDeps, row: GenerationRow, detail: string): Promise<void> {
  const retrySeconds = busyWaitSeconds[row.attempt - 1];
  if (retrySeconds === undefined) {
    await failGeneration(deps, row, { code: 'provider_unavailable', detail });
    return;
  }
  const isOpen = await reopenSubmission(deps.db.pool, {
    generationId: row.id,
    attempt: row.attempt,
    retrySeconds: retrySeconds + 20,
    state: 'refused',
  });
  if (!isOpen) return;
  await deps.producer.enqueue(
    'dispatch-generation',
    { generationId: row.id },
    { jobId: generationJobId('dispatch-again', row.id, row.attempt), delayMs: retrySeconds * 1000 },
  );
}

/** After the wait for the webhook was in vain: one more submission, then the credits go back. */
export async function resubmitUnknown(deps: WorkerDeps, row: GenerationRow): Promise<void> {
  if ((await countUnknownSubmissions(deps.db.pool, row.id)) >= maxUnknown) {
    await failGeneration(deps, row, { code: 'submission_lost', detail: null });
    return;
  }
  const submission = {
    generationId: row.id,
    attempt: row.attempt,
    retrySeconds: 20,
    state: 'unknown' as const,
  };
  if (!(await reopenSubmission(deps.db.pool, submission))) return;
  const jobId = generationJobId('dispatch', row.id, row.watch_run);
  await deps.producer.enqueue('dispatch-generation', { generationId: row.id }, { jobId });
}
