import { createHash, type KeyObject, verify } from 'node:crypto';
import { AppError, storable } from '@atelier/contract';
import * as z from 'zod/mini';
import type { WebhookKeys } from './webhook-keys.ts';

/** fal's id of a request, as it is stored and compared. */
export const requestId = z.string().check(z.minLength(1), z.maxLength(200), storable);

/** A description that is no text describes nothing. */
const description = z.optional(z.catch(z.nullable(z.string()), null));

/** `payload` is the model's output, or the error body. With `payload_error` it is null, and the result must be fetched. */
const webhookBody = z.looseObject({
  request_id: requestId,
  status: z.enum(['OK', 'ERROR']),
  payload: z.optional(z.unknown()),
  error: description,
  payload_error: description,
});
export type FalWebhook = z.infer<typeof webhookBody>;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const toleranceSeconds = 300;

/**
 * Checks fal's signature over the raw body and that the webhook is for our account: any customer of fal can have a
 * validly signed webhook sent to our address. Throws AppError invalid_signature. Returns the SHA-256 of the body.
 */
export async function verifyWebhook(
  webhook: { headers: Headers; body: Buffer; nowMs: number },
  trust: { keys: WebhookKeys; userId?: string },
): Promise<{ bodySha256: Buffer; requestId: string }> {
  const requestId = single(webhook.headers['x-fal-webhook-request-id']);
  const userId = single(webhook.headers['x-fal-webhook-user-id']);
  const timestamp = single(webhook.headers['x-fal-webhook-timestamp']);
  const signature = single(webhook.headers['x-fal-webhook-signature']);
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{128}$/i.test(signature))
    throw new AppError('invalid_signature');
  if (Math.abs(webhook.nowMs / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new AppError('invalid_signature');
  if (trust.userId !== undefined && userId !== trust.userId) throw new AppError('invalid_signature');

  const bodySha256 = createHash('sha256').update(webhook.body).digest();
  const message = Buffer.from([requestId, userId, timestamp, bodySha256.toString('hex')].join('\n'));
  const isSigned = (keys: readonly KeyObject[]) =>
    keys.some((key) => verify(null, message, key, Buffer.from(signature, 'hex')));
  if (!isSigned(await trust.keys.current()) && !isSigned(await trust.keys.refresh())) {
    throw new AppError('invalid_signature');
  }
  return { bodySha256, requestId };
}

/** Parses a verified body. Returns undefined when it is not JSON, or not a webhook of fal. */
export function parseWebhook(body: Buffer): FalWebhook | undefined {
  try {
    const parsed = webhookBody.safeParse(JSON.parse(body.toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function single(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || header === '') throw new AppError('invalid_signature');
  return header;
}
