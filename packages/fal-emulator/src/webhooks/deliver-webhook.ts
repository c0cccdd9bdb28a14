import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Job } from '../job.ts';
import { sendWebhook } from './send-webhook.ts';

const maxAttempts = 10;
const firstRetryMs = 1000;
const maxRetryMs = 60_000;
/** Retries keep this distance even when nothing else takes time: the receiver may be restarting. */
const minRetryMs = 50;
const lateMs = 30_000;

/**
 * Delivers a finished job's webhook, at least once. Resolves after the first try; later tries go on by themselves.
 * A closing emulator drops what is left.
 */
export async function deliverWebhook(context: Context, job: Job): Promise<void> {
  const { markers } = job;
  if (!job.webhookUrl || markers.has('silent')) return;
  const { signal } = context.closing;
  try {
    if (markers.has('late')) {
      await wait(context.settings.lateMs ?? lateMs * context.settings.speed, undefined, { signal });
    }
    await context.gates.pass(job, 'WEBHOOK');
    signal.throwIfAborted();
    const isTaken = await sendWebhook(context, job, 1);
    if (!isTaken) void retry(context, job);
    else if (markers.has('twice')) await sendWebhook(context, job, 2);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function retry(context: Context, job: Job): Promise<void> {
  const { signal } = context.closing;
  for (let attempt = 2; attempt <= maxAttempts && !signal.aborted; attempt += 1) {
    const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempt - 2)) * context.settings.speed;
    await wait(Math.max(minRetryMs, backoffMs), undefined, { signal }).catch(() => undefined);
    if (!signal.aborted && (await sendWebhook(context, job, attempt))) return;
  }
}
