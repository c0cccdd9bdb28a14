// Sends the end of one generation to the user's own server. The database counts the attempts and knows when the next
// one is due, so this may run at any time, and twice: it sends only after a successful claim.
import { isAppError, type WebhookProblem } from '@atelier/contract';
import { claimDelivery, type DeliveryRow, markAttemptFailed, markDelivered } from '@atelier/db';
import type { WebhookSigner } from '@atelier/fal';
import { guardedPost, isUnknownName } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';
import { type ComposeDeps, composeWebhook } from './compose-webhook.ts';

type DeliverDeps = ComposeDeps & Pick<WorkerDeps, 'webhookSigner' | 'settings' | 'metrics' | 'log'>;

type Outcome = { status: number | null; problem: WebhookProblem | undefined };

export async function deliverWebhook(
  deps: DeliverDeps,
  { generationId }: { generationId: string },
): Promise<void> {
  if (!deps.webhookSigner) return;
  const delivery = await claimDelivery(deps.db.pool, generationId);
  if (!delivery) return;
  const outcome = await send(deps, deps.webhookSigner, delivery);
  await recordOutcome(deps, delivery, outcome);
}

async function send(deps: DeliverDeps, signer: WebhookSigner, delivery: DeliveryRow): Promise<Outcome> {
  let body: Buffer;
  try {
    body = Buffer.from(JSON.stringify(await composeWebhook(deps, delivery.generation_id)));
  } catch (error) {
    deps.log.error({ err: error, generationId: delivery.generation_id }, 'a webhook could not be composed');
    return { status: null, problem: 'internal_error' };
  }
  // Signed again for each attempt: receivers refuse signatures older than five minutes.
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
    const { status } = await guardedPost(delivery.url, { headers, body }, deps.settings.webhookRules);
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

async function recordOutcome(
  deps: DeliverDeps,
  delivery: DeliveryRow,
  { status, problem }: Outcome,
): Promise<void> {
  const { id, attempts: attempt, generation_id: generationId } = delivery;
  // The host only: path and query may contain the receiver's secrets.
  const attemptFields = {
    generationId,
    deliveryId: id,
    attempt,
    status,
    problem,
    host: new URL(delivery.url).host,
  };
  if (!problem) {
    await markDelivered(deps.db.pool, id, status ?? 0);
    deps.metrics.webhookAttempted('delivered');
    deps.log.info(attemptFields, 'webhook delivered');
    return;
  }
  const isFinal = problem === 'gone';
  const isGivenUp = await markAttemptFailed(deps.db.pool, { id, attempt, status, problem, isFinal });
  deps.metrics.webhookAttempted(isGivenUp ? 'given_up' : 'failed');
  deps.log.info(attemptFields, isGivenUp ? 'webhook given up' : 'webhook not delivered; it will be repeated');
}

const timeoutNames = new Set(['TimeoutError', 'AbortError']);
/** Node's and OpenSSL's codes for a certificate that is not valid for this host. */
const badCertificate = /^(ERR_TLS_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

/** Returns the problem with a user's server, as shown to that user. */
function toWebhookProblem(error: unknown): WebhookProblem {
  if (isAppError(error)) return error.code === 'url_not_allowed' ? 'address_not_allowed' : 'internal_error';
  const { name = '', code = '' } = error as { name?: string; code?: string };
  if (timeoutNames.has(name)) return 'timeout';
  if (isUnknownName(error)) return 'name_not_found';
  return badCertificate.test(code) ? 'certificate_invalid' : 'connection_failed';
}
