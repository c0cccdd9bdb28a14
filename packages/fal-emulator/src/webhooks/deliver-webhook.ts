import { setTimeout as wait } from 'node:timers/promises';
import type { Context, WebhookDelivery } from '../context.ts';
import type { Job } from '../job.ts';

const maxDeliveries = 50_000;
const maxAttempts = 10;
const firstRetryMs = 1000;
const maxRetryMs = 60_000;
/** Retries are at least this far apart even at speed 0: the receiver may be restarting. */
const minRetryMs = 50;
const lateMs = 30_000;

/**
 * Delivers a finished job's webhook, at least once. Resolves after the first attempt; retries continue in the
 * background until the emulator closes.
 */
export async function deliverWebhook(context: Context, job: Job): Promise<void> {
  const { scenarios } = job;
  if (!job.webhookUrl || scenarios.has('silent')) return;
  const { signal } = context.closing;
  try {
    if (scenarios.has('late')) {
      await wait(context.settings.lateMs ?? lateMs * context.settings.speed, undefined, { signal });
    }
    await context.holds.wait(job, 'WEBHOOK');
    signal.throwIfAborted();
    const isAccepted = await sendWebhook(context, job, 1);
    if (!isAccepted) void retry(context, job);
    else if (scenarios.has('twice')) await sendWebhook(context, job, 2);
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

/**
 * Signs and sends the webhook of a finished job once. Returns whether no further attempt is needed: the receiver
 * answered 2xx, or the job has been reset. A redirect is not followed and counts as a failure.
 */
export async function sendWebhook(context: Context, job: Job, attempt: number): Promise<boolean> {
  const url = job.webhookUrl;
  if (!url) return true;
  const body = JSON.stringify(webhookBody(job));
  const headers = context.key.signHeaders(job.requestId, context.webhookUserId, body);
  if (job.scenarios.has('badsig')) headers['x-fal-webhook-signature'] = 'ab'.repeat(64);
  const delivery: WebhookDelivery = {
    requestId: job.requestId,
    url,
    attempt,
    atMs: Date.now(),
    body: JSON.parse(body),
  };
  const release = await context.webhookSlots.take();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'fal-webhook/1.0', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(context.webhookTimeoutMs), context.closing.signal]),
    });
    await response.body?.cancel();
    delivery.status = response.status;
    return response.ok;
  } catch (error) {
    delivery.error = error instanceof Error ? error.message : String(error);
    return false;
  } finally {
    release();
    if (context.deliveries.push(delivery) > maxDeliveries) context.deliveries.shift();
    context.log(`${job.requestId} webhook ${attempt}: ${delivery.status ?? delivery.error}`);
  }
}

function webhookBody(job: Job): Record<string, unknown> {
  const ids = { request_id: job.requestId, gateway_request_id: job.requestId };
  const { status = 500, body } = job.outcome ?? {};
  if (status >= 400) {
    const error = `Invalid status code: ${status}`;
    // An unknown path is the only failure for which fal was seen to send no payload.
    if (status !== 404) return { ...ids, status: 'ERROR', error, payload: body };
    return {
      ...ids,
      status: 'ERROR',
      error,
      payload: null,
      payload_error: 'The response is not a valid payload',
    };
  }
  if (!job.scenarios.has('null')) return { ...ids, status: 'OK', payload: body };
  return { ...ids, status: 'OK', payload: null, payload_error: 'The payload is too large to be sent' };
}
