// Sends a reserved generation to fal, at most once per attempt. The intent and the webhook token are committed before
// the call, so that a crash at any point is found by the sweeper. Next: fal's webhook, api/src/modules/webhooks.
import { createHash, randomBytes } from 'node:crypto';
import { findKind, type Kind, type KindInput, type Medium } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { isAppError, webhookPaths } from '@atelier/contract';
import {
  type Claimed,
  claimSubmission,
  findGeneration,
  type GenerationRow,
  getBalance,
  markSubmissionUnknown,
  noteRequestHash,
  recordSubmission,
  reopenSubmission,
  scheduleCheck,
} from '@atelier/db';
import { ProviderHeldError, type SubmitOutcome, type Verdict } from '@atelier/fal';
import {
  type Durations,
  enqueueStep,
  expectedTime,
  type FinalizeDeps,
  finalizeAsFailed,
  notifyBalance,
  notifyChange,
  pollGraceSeconds,
  requestHash,
  secondsToNextPoll,
  withLease,
} from '@atelier/generations';
import { addLogContext } from '@atelier/log';
import type { JobContext } from '@atelier/queue';
import { putBack } from '../breakers/put-back.ts';
import { type BreakerDeps, reportVerdict, resumeAfter } from '../breakers/report-verdict.ts';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/job-context.ts';
import { withCatalogFieldNames } from './catalog-field-names.ts';
import { type UploadDeps, uploadInputsToProvider } from './upload-inputs-to-provider.ts';

type DispatchDeps = FinalizeDeps &
  UploadDeps &
  BreakerDeps &
  Pick<WorkerDeps, 'durations' | 'signer' | 'metrics' | 'follower' | 'submissionGate'>;

/** Seconds to wait after each attempt that was certainly not accepted; the last one is repeated. */
const retryWaitSeconds = [2, 5, 15, 30, 60];
/** How long the webhook may take to prove that a submission without an answer was accepted after all. */
export const unknownWaitSeconds = 45;

/** Seconds until a dispatch is tried again that waits for the storage. */
const storageWaitSeconds = 10;

/** Waits while no result could be stored: a submission that costs money must not lead to one that is lost. */
export async function dispatchWhenStorable(
  deps: DispatchDeps,
  { generationId }: { generationId: string },
  context: Pick<JobContext, 'delayUntil'>,
): Promise<void> {
  if (await canStore(deps)) return dispatchGeneration(deps, { generationId });
  const row = await findGeneration(deps.db.pool, generationId);
  // Past its deadline the sweeper ends it.
  if (!row || row.finished_at || row.deadline_at.getTime() <= Date.now()) return;
  deps.log.warn({ generationId }, 'not submitted while the storage takes no file; it will be tried again');
  await scheduleCheck(deps.db.pool, row, storageWaitSeconds + pollGraceSeconds);
  context.delayUntil(Date.now() + storageWaitSeconds * 1_000);
}

function canStore({ store }: DispatchDeps): Promise<boolean> {
  return store.check().then(
    () => true,
    () => false,
  );
}

export async function dispatchGeneration(
  deps: DispatchDeps,
  { generationId }: { generationId: string },
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const row = await claimSubmission(deps.db.pool, generationId, createHash('sha256').update(token).digest());
  if (!row) return;
  logGeneration(row);
  const kind = row.is_kind_closed ? undefined : findKind(row.kind);
  if (!kind) {
    // Claimed, so no other process submits it: the claim and the closing have an order, and this one came later.
    await finalizeAsFailed(deps, row, { code: 'kind_closed', detail: null });
    return;
  }
  if (row.is_held) return waitForProvider(deps, row);
  // Read before the call: between its answer and the stored id nothing else may fail.
  const durations = await deps.durations.read();
  const outcome = await withLease(deps, row, () => submit(deps, kind, row, token));
  if (outcome.outcome === 'accepted') addLogContext({ providerRequestId: outcome.requestId });
  deps.log.info(
    { generationId, attempt: row.attempt, outcome: outcome.outcome },
    'submitted to the provider',
  );
  await handleOutcome(deps, row, durations, outcome);
}

/** `delayed`: something of our own is missing for now. */
type DispatchOutcome = SubmitOutcome | { outcome: 'delayed'; detail: string };

async function submit(
  deps: DispatchDeps,
  kind: Kind,
  row: GenerationRow,
  token: string,
): Promise<DispatchOutcome> {
  try {
    const { body } = getProvider(kind).toRequest(await uploadInputsToProvider(deps, kind, row));
    if (deps.signer) await noteRequestHash(deps.db.pool, row.id, requestHash(body));
    const submission = {
      endpoint: row.provider_endpoint,
      input: body,
      webhookUrl: webhookUrl(deps, row, token),
      deadlineAt: row.deadline_at,
    };
    return await deps.submissionGate.run(submission.endpoint, () => deps.provider.submit(submission));
  } catch (error) {
    // Not submitted yet: its files could not be uploaded.
    if (!isAppError(error)) throw error;
    if (error instanceof ProviderHeldError) return { outcome: 'held', verdict: error.verdict };
    const detail = error.cause instanceof Error ? error.cause.message : error.message;
    if (error.code === 'provider_unavailable')
      return { outcome: 'held', verdict: { subject: 'provider', code: 'unreachable', detail } };
    return error.isRetryable
      ? { outcome: 'delayed', detail }
      : { outcome: 'refused', failure: { code: error.code, detail } };
  }
}

function webhookUrl(deps: DispatchDeps, row: GenerationRow, token: string): string | undefined {
  if (!deps.settings.webhookBaseUrl) return undefined;
  const path = webhookPaths[row.medium as Medium];
  const query = new URLSearchParams({ g: row.id, a: String(row.attempt), t: token });
  return `${deps.settings.webhookBaseUrl}${path}?${query}`;
}

async function handleOutcome(
  deps: DispatchDeps,
  row: Claimed,
  durations: Durations,
  outcome: DispatchOutcome,
): Promise<void> {
  switch (outcome.outcome) {
    case 'accepted':
      return handleAccepted(deps, row, durations, outcome);
    case 'refused':
      // A provider that refuses a request for its own fault takes work.
      if (row.probed.length > 0) await resumeAfter(deps, row.probed);
      await finalizeAsFailed(deps, row, withCatalogFieldNames(row, outcome.failure));
      return;
    case 'held':
      return handleHeld(deps, row, outcome.verdict);
    case 'delayed':
      return tryLater(deps, row);
    case 'unknown':
      deps.log.warn(
        { generationId: row.id, detail: outcome.detail },
        'the provider did not answer a submission',
      );
      deps.metrics.submissionUnanswered();
      if (outcome.verdict) await reportVerdict(deps, outcome.verdict, row.kind);
      return markSubmissionUnknown(deps.db.pool, row.id, row.attempt, unknownWaitSeconds);
  }
}

type Accepted = Extract<SubmitOutcome, { outcome: 'accepted' }>;

async function handleAccepted(
  deps: DispatchDeps,
  row: Claimed,
  durations: Durations,
  accepted: Accepted,
): Promise<void> {
  const { typicalSeconds: expectedSeconds, mostSeconds: expectedMostSeconds } = expectedTime(durations, {
    kind: row.kind,
    input: row.input as KindInput,
    places: accepted.queuePosition,
    at: new Date(),
  });
  const stored = await recordSubmission(deps.db.pool, {
    generationId: row.id,
    attempt: row.attempt,
    providerRequestId: accepted.requestId,
    queuePosition: accepted.queuePosition,
    expectedSeconds,
    expectedMostSeconds,
    nextCheckSeconds: pollGraceSeconds,
  });
  if (row.probed.length > 0) await resumeAfter(deps, row.probed);
  // Stops when a webhook was faster, or when the generation has ended; then the sweeper cancels it at the provider.
  if (!stored) return;
  await notifyChange(deps, stored);
  // The balance shows the hold in other tabs and devices.
  await notifyBalance(deps, stored.user_id, await getBalance(deps.db.pool, stored.user_id));
  const delaySeconds = secondsToNextPoll({
    elapsedSeconds: 0,
    expectedSeconds,
    deadlineSeconds: (stored.deadline_at.getTime() - Date.now()) / 1000,
    hasWebhook: deps.settings.webhookBaseUrl !== undefined,
    isFollowed: deps.follower.follow(stored),
  });
  await startWatch(deps, stored, delaySeconds);
}

/** The first round of polls. Its first poll may be soon, or only guard against a lost webhook. */
async function startWatch(deps: DispatchDeps, row: GenerationRow, delaySeconds: number): Promise<void> {
  const { id: generationId, watch_run: run } = row;
  await enqueueStep(deps, 'watch', { generationId, run, delayMs: delaySeconds * 1000 });
  await scheduleCheck(deps.db.pool, row, delaySeconds + pollGraceSeconds);
}

/** A probe is one call: whatever it was refused for, the next one is due in a minute. */
async function handleHeld(deps: DispatchDeps, row: Claimed, verdict: Verdict): Promise<void> {
  const isOpen = await reportVerdict(deps, verdict, row.kind);
  return isOpen || row.probed.length > 0 ? waitForProvider(deps, row) : tryLater(deps, row);
}

/** Gives its place to others until the provider takes work again. One whose owner has cancelled it is ended by its watch. */
async function waitForProvider(deps: DispatchDeps, row: GenerationRow): Promise<void> {
  if (!(await putBack(deps, row))) await tryLater(deps, row);
}

/** Tries again after a refusal that says nothing about the request; too few of them came to say that the provider takes
 * nothing. */
async function tryLater(deps: DispatchDeps, row: GenerationRow): Promise<void> {
  const retrySeconds = retryWaitSeconds[Math.min(row.attempt, retryWaitSeconds.length) - 1] ?? 2;
  const isOpen = await reopenSubmission(deps.db.pool, {
    generationId: row.id,
    attempt: row.attempt,
    retrySeconds: retrySeconds + 20,
    state: 'refused',
  });
  if (!isOpen) return;
  await enqueueStep(deps, 'dispatch-again', {
    generationId: row.id,
    run: row.attempt,
    delayMs: retrySeconds * 1000,
  });
}
