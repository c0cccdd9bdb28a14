import type { PushPayload } from '@atelier/contract';
import type { PushKeyPair } from '@atelier/db';
import webPush from 'web-push';

export type PushTarget = { endpoint: string; p256dh: string; auth: string };

type PushOptions = {
  keys: PushKeyPair;
  subject: string;
  /** How long the push service keeps it for a browser that is offline. */
  lifeSeconds: number;
};

const encoding = 'aes128gcm';

/**
 * The request that hands a message to the push service of one browser: encrypted for that browser alone (RFC 8291) and
 * signed for that service (RFC 8292). A later message about the same generation replaces one that still waits there.
 */
export function composePush(
  { endpoint, p256dh, auth }: PushTarget,
  payload: PushPayload,
  { keys, subject, lifeSeconds }: PushOptions,
): { headers: Record<string, string>; body: Buffer } {
  const { cipherText } = webPush.encrypt(p256dh, auth, JSON.stringify(payload), encoding);
  // Not by `generateRequestDetails`, whose url.parse is deprecated (web-push issue 943).
  const signed = webPush.getVapidHeaders(
    new URL(endpoint).origin,
    subject,
    keys.publicKey,
    keys.privateKey,
    encoding,
  );
  return {
    headers: {
      authorization: signed.Authorization,
      'content-encoding': encoding,
      'content-length': String(cipherText.length),
      'content-type': 'application/octet-stream',
      ttl: String(lifeSeconds),
      // A topic has at most 32 characters of base64url.
      topic: payload.id.replaceAll('-', ''),
      urgency: 'normal',
    },
    body: cipherText,
  };
}
