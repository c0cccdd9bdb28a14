// fal's webhook about the end of a request. Fully verified (signature, our account, the token of this attempt) before any
// row changes; stored once however often it is delivered; replied to immediately. Next:
// worker/src/generations/finish-generation.ts.
import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { adoptResult, findSubmissionTokenHash } from '@atelier/db';
import { type FalWebhook, keptError, parseWebhook, verifyWebhook } from '@atelier/fal';
import { enqueueFinish, notifyChange, notifyLine } from '@atelier/generations';
import { addLogContext } from '@atelier/log';
import { validate as isUuid } from 'uuid';
import type { RouteDeps } from '../../api.ts';

type WebhookDeps = Pick<
  RouteDeps,
  | 'db'
  | 'acceptProviderEvent'
  | 'producer'
  | 'outboxCleaner'
  | 'webhookKeys'
  | 'realtime'
  | 'pendingLineEvents'
  | 'mediaUrl'
  | 'log'
> & {
  env: { FAL_WEBHOOK_USER_ID?: string | undefined };
};

type Incoming = {
  query: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

/** `unknown`: matches no generation. Throws invalid_signature, or invalid_json for a signed body that cannot be read. */
export async function acceptWebhook(
  deps: WebhookDeps,
  incoming: Incoming,
): Promise<'accepted' | 'repeated' | 'unknown'> {
  const { bodySha256, requestId } = await verifyWebhook(
    { headers: incoming.headers, body: incoming.body, nowMs: Date.now() },
    { keys: deps.webhookKeys, userId: deps.env.FAL_WEBHOOK_USER_ID },
  );
  const webhook = parseWebhook(incoming.body);
  if (!webhook || webhook.request_id !== requestId) throw new AppError('invalid_json');
  const target = readTarget(incoming.query);
  if (!target) return 'unknown';
  addLogContext({ generationId: target.generationId, providerRequestId: requestId });

  const hasFailed = webhook.status === 'ERROR';
  const event = {
    ...target,
    providerRequestId: requestId,
    kind: 'webhook' as const,
    bodySha256,
    result: hasFailed ? null : storable(webhook.payload),
    error: hasFailed ? readError(webhook) : null,
  };
  const row = await deps.acceptProviderEvent(event);
  if (!row) {
    const isAdopted = !hasFailed && (await adopt(deps, event));
    return isAdopted ? 'accepted' : explainEmptyResult(deps, target);
  }
  deps.log.info({ status: webhook.status }, 'the provider reported the end');
  await enqueueFinish(deps, row);
  return 'accepted';
}

/** The result of an attempt that had no answer may come while its generation waits again. */
async function adopt(deps: WebhookDeps, event: Parameters<typeof adoptResult>[1]): Promise<boolean> {
  const row = await adoptResult(deps.db.pool, event);
  if (!row) return false;
  deps.log.info('a late result was taken from an attempt without an answer');
  await enqueueFinish(deps, row);
  notifyLine(deps, row.user_id);
  await notifyChange(deps, row);
  return true;
}

function readError({ payload, error }: FalWebhook): unknown {
  const kept = keptError({ payload, error });
  return storable(kept) ?? storable(readable(kept)) ?? storable(keptError({ error })) ?? { detail: null };
}

/** The same words without the signs that cannot be stored: an error has no other source than this. */
function readable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_name, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\u0000', ' ') : part,
  );
}

/** jsonb accepts neither NUL nor lone surrogates. A result with one is dropped here; the worker fetches it from fal. */
function storable(value: unknown): unknown {
  return /\\u(?:0000|d[89a-f])/.test(JSON.stringify(value) ?? '') ? null : value;
}

type Target = { generationId: string; attempt: number; tokenHash: Buffer };

/** The generation and attempt that the URL names, and its token. */
function readTarget(query: Incoming['query']): Target | undefined {
  const { g: generationId, a: attempt, t: token } = query;
  if (typeof generationId !== 'string' || !isUuid(generationId) || typeof token !== 'string')
    return undefined;
  if (typeof attempt !== 'string' || !/^\d{1,4}$/.test(attempt)) return undefined;
  return { generationId, attempt: Number(attempt), tokenHash: createHash('sha256').update(token).digest() };
}

/** Why nothing was stored. Throws invalid_signature when the token is not that of the attempt. */
async function explainEmptyResult(
  { db, log }: WebhookDeps,
  { generationId, attempt, tokenHash }: Target,
): Promise<'repeated' | 'unknown'> {
  const expected = await findSubmissionTokenHash(db.pool, generationId, attempt);
  if (!expected) {
    log.warn('the provider reported the end of a generation that is unknown here');
    return 'unknown';
  }
  if (!timingSafeEqual(tokenHash, expected)) throw new AppError('invalid_signature');
  return 'repeated';
}
