import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import type { ReceivedWebhook } from '@atelier/fal-emulator/testing';
import type { Flow } from './open-flow.ts';

/** Whether a webhook is addressed to this user and signed with a key that the stack publishes. */
export async function isSignedBy(
  { stack, userId }: Flow,
  { headers, raw }: Pick<ReceivedWebhook, 'headers' | 'raw'>,
): Promise<boolean> {
  const reply = await fetch(`${stack.url}/.well-known/jwks.json`);
  const { keys } = (await reply.json()) as { keys: JsonWebKey[] };
  const [requestId, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => String(headers[`x-fal-webhook-${name}`]),
  );
  const hash = createHash('sha256').update(raw).digest('hex');
  const message = Buffer.from([requestId, user, timestamp, hash].join('\n'));
  const verifies = (key: JsonWebKey) =>
    verify(null, message, createPublicKey({ key, format: 'jwk' }), Buffer.from(signature ?? '', 'hex'));
  return user === userId && keys.some(verifies);
}
