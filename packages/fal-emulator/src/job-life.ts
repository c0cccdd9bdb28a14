import { setTimeout as wait } from 'node:timers/promises';
import { roundTo } from './billing/bill-book.ts';
import { findRate } from './billing/rates.ts';
import { shorten } from './call-log.ts';
import type { Context } from './context.ts';
import { validateInput } from './endpoints/validate-input.ts';
import type { Job } from './job.ts';
import { expireWhenLate, timedOutOutcome } from './lifetime/expire-waiting.ts';
import { listFileNames } from './lifetime/file-expiries.ts';
import { cancelledOutcome, type Outcome, refused, serverError } from './model-failure.ts';
import { runEndpoint } from './run-endpoint.ts';
import { failedOutcome, findTrouble } from './sickness/answer-as-sick.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';

const slowFactor = 5;

/**
 * Takes a job through queue, work and completion, and sends its webhook. Resolves after the first delivery attempt, or
 * at completion when there is no webhook.
 */
export async function runJob(context: Context, job: Job): Promise<void> {
  job.outcome = await toOutcome(context, job);
  if (context.closing.signal.aborted) return;
  job.finishedAtMs = Date.now();
  if (job.outcome.status < 400)
    context.fileExpiries.note(listFileNames(job.outcome.body), job.terms.fileSeconds);
  if (job.billedUnits && !job.isCancelled) context.bills.bill({ ...job, units: job.billedUnits });
  // Only the outcome is read from here on, and inputs can hold whole files.
  job.input = shorten(job.input);
  enter(context, job, 'COMPLETED');
  // Whether fal sends a webhook for a cancelled request is unknown; the emulator sends none.
  if (!job.isCancelled) await deliverWebhook(context, job);
}

/** Ends a job early, except one with [uncancellable] in its prompt. */
export function cancelJob(context: Context, job: Job): void {
  if (job.scenarios.has('uncancellable')) return;
  job.isCancelled = true;
  job.abort.abort(new Error('cancelled'));
  context.holds.drop(job);
}

async function toOutcome(context: Context, job: Job): Promise<Outcome> {
  const { signal } = job.abort;
  const stopExpiring = expireWhenLate(context, job);
  try {
    await queueUp(context, job);
    job.ticket = context.slots.nextTicket();
    const release = await context.slots.take(signal);
    try {
      const outcome = await work(context, job);
      if (findTrouble(context.sickness, job) !== 'slow-death') return outcome;
      // Takes no runner from the models that are well.
      release();
      return await never(signal);
    } finally {
      release();
    }
  } catch (error) {
    if (job.isCancelled) return cancelledOutcome;
    if (job.isLate) return timedOutOutcome;
    if (!context.closing.signal.aborted)
      context.log(`${job.requestId} failed unexpectedly: ${String(error)}`);
    return serverError('The model crashed');
  } finally {
    stopExpiring();
  }
}

async function queueUp(context: Context, job: Job): Promise<void> {
  const { signal } = job.abort;
  if (job.scenarios.has('stuck')) await never(signal);
  job.queueMs = (job.endpoint?.queueMs ?? 0) * readPace(context, job);
  await wait(job.queueMs, undefined, { signal });
  await context.holds.wait(job, 'IN_PROGRESS');
  signal.throwIfAborted();
}

async function work(context: Context, job: Job): Promise<Outcome> {
  const { signal } = job.abort;
  const { endpoint } = job;
  job.startedAtMs = Date.now();
  enter(context, job, 'IN_PROGRESS');
  const checked = endpoint ? validateInput(endpoint.fields, job.input) : undefined;
  if (!endpoint || !checked || 'detail' in checked) {
    // A model refuses invalid input immediately, so no time passes.
    await context.holds.wait(job, 'COMPLETED');
    signal.throwIfAborted();
    return checked && 'detail' in checked ? refused(checked.detail) : wrongPath(job);
  }
  job.runMs = endpoint.runMs * readPace(context, job);
  job.stepCount = endpoint.steps(checked.input);
  const making = runEndpoint(context, job, endpoint, checked.input);
  await wait(job.runMs, undefined, { signal });
  const made = await making;
  const outcome = failedOutcome(findTrouble(context.sickness, job)) ?? made;
  job.billedUnits = countBilledUnits(job, checked.input, outcome);
  await context.holds.wait(job, 'COMPLETED');
  signal.throwIfAborted();
  return outcome;
}

/** Refusals by a model that has worked on the input are billed as the result would have been; crashes are free. */
function countBilledUnits(
  { endpointId, scenarios }: Job,
  input: Record<string, unknown>,
  { status, body }: Outcome,
): number | undefined {
  const isRefusedLate = status === 422 && (scenarios.has('fail') || scenarios.has('nsfw'));
  if (status >= 400 && !isRefusedLate) return undefined;
  const output = status < 400 ? (body as Record<string, unknown>) : undefined;
  return roundTo(findRate(endpointId).countUnits(input, output), 6);
}

function enter(context: Context, job: Job, phase: Job['phase']): void {
  job.phase = phase;
  context.changes.emit(job.requestId);
  context.log(`${job.requestId} ${job.endpointId} ${phase}`);
}

/** A job with [early] ends before its submission is answered, so it takes no time. */
function readPace({ settings }: Context, { scenarios }: Job): number {
  if (scenarios.has('early')) return 0;
  return settings.speed * (scenarios.has('slow') ? slowFactor : 1);
}

function wrongPath({ endpointId, app }: Job): Outcome {
  return {
    status: 404,
    body: { detail: `Path /${endpointId.slice(app.length + 1)} not found` },
    errorType: 'not_found',
  };
}

function never(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
