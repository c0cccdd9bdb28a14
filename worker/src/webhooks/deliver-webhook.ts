// Tells a user's own server of the end of one generation. The database counts the attempts and says when the next one
// is due, so this may run at any time and twice: only a claim sends.
import type { WebhookProblem } from '@atelier/contract';
import { claimDelivery, type DeliveryRow, markAttemptFailed, markDelivered } from '@atelier/db';
import type { WebhookSigner } from '@atelier/fal';
import { guardedPost } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';
import { composeWebhook } from './compose-webhook.ts';
import { toWebhookProblem } from './webhook-problem.ts';

type Outcome = { status: number | null; problem: WebhookProblem | undefined };

export async function deliverWebhook(
  deps: WorkerDeps,
  { generationId }: { generationId: string },
): Promise<void> {
  if (!deps.webhookSigner) return;
  const delivery = await claimDelivery(deps.db.pool, generationId);
  if (!delivery) return;
  const outcome = await send(deps, deps.webhookSigner, delivery);
  await record(deps, delivery, outcome);
}

async function send(deps: WorkerDeps, signer: WebhookSigner, delivery: DeliveryRow): Promise<Outcome> {
  let body: Buffer;
  try {
    body = Buffer.from(JSON.stringify(await composeWebhook(deps, delivery.generation_id)));
  } catch (error) {
    deps.log.error({ err: error, generationId: delivery.generation_id }, 'a webhook could not be written');
    return { status: null, problem: 'internal_error' };
  }
  // Signed anew for each attempt: receivers refuse what is older than five minutes.
  const signature = signer.headersFor({
    requestId: delivery.generation_id,
    userId: delivery.user_id,
    body,
    nowMs: Date.now(),
  });
  const headers = {
    ...signature,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  try {
    const status = await guardedPost(delivery.url, { headers, body }, deps.settings.webhookRules);
    return { status, problem: problemOfStatus(status) };
  } catch (error) {
    return { status: null, problem: toWebhookProblem(error) };
  }
}

function problemOfStatus(status: number): WebhookProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'bad_status';
}

async function record(deps: WorkerDeps, delivery: DeliveryRow, { status, problem }: Outcome): Promise<void> {
  const { id, attempts: attempt, generation_id: generationId } = delivery;
  // The host and no more: path and query may be secrets of the receiver.
  const told = { generationId, deliveryId: id, attempt, status, problem, host: new URL(delivery.url).host };
  if (!problem) {
    await markDelivered(deps.db.pool, id, status ?? 0);
    deps.metrics.webhookAttempted('delivered');
    deps.log.info(told, 'webhook delivered');
    return;
  }
  const isFinal = problem === 'gone';
  const isGivenUp = await markAttemptFailed(deps.db.pool, { id, attempt, status, problem, isFinal });
  deps.metrics.webhookAttempted(isGivenUp ? 'given_up' : 'failed');
  deps.log.info(told, isGivenUp ? 'webhook given up' : 'webhook not delivered; it comes again');
}
