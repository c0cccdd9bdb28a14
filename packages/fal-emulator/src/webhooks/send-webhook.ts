import type { Context } from '../context.ts';
import type { Job } from '../job.ts';
import { webhookBody } from './webhook-body.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

const maxDeliveries = 50_000;

/**
 * Signs and sends the webhook of a finished job once. Returns whether no further try is needed: the receiver took it
 * (2xx, and no redirect), or the job was forgotten meanwhile.
 */
export async function sendWebhook(context: Context, job: Job, attempt: number): Promise<boolean> {
  const url = job.webhookUrl;
  if (!url) return true;
  const body = JSON.stringify(webhookBody(job));
  const headers = context.key.signHeaders(job.requestId, context.webhookUserId, body);
  if (job.markers.has('badsig')) headers['x-fal-webhook-signature'] = 'ab'.repeat(64);
  const delivery: WebhookDelivery = {
    requestId: job.requestId,
    url,
    attempt,
    atMs: Date.now(),
    body: JSON.parse(body),
  };
  const giveBack = await context.webhookSlots.take();
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
    giveBack();
    if (context.deliveries.push(delivery) > maxDeliveries) context.deliveries.shift();
    context.log(`${job.requestId} webhook ${attempt}: ${delivery.status ?? delivery.error}`);
  }
}
