import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Harness } from './open-harness.ts';

/** The emulator's signing key, for webhooks of requests that the emulator never had. */
export function readSigningKey({ stack }: Harness): KeyObject {
  return createPrivateKey(readFileSync(join(stack.dataDir, 'emulator/webhook-key.pem')));
}

type Signed = { headers: Record<string, string>; body: string };

/** Ed25519 over request id, user id, time and the SHA-256 of the body (docs/fal.md). Valid for five minutes. */
export function signWebhook(key: KeyObject, userId: string, requestId: string, payload: unknown): Signed {
  const ids = { request_id: requestId, gateway_request_id: requestId };
  const body = JSON.stringify({ ...ids, status: 'OK', payload });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bodySha256 = createHash('sha256').update(body).digest('hex');
  const message = [requestId, userId, timestamp, bodySha256].join('\n');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-fal-webhook-request-id': requestId,
      'x-fal-webhook-user-id': userId,
      'x-fal-webhook-timestamp': timestamp,
      'x-fal-webhook-signature': sign(null, Buffer.from(message), key).toString('hex'),
    },
  };
}
