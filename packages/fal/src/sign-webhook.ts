import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

export type WebhookSigner = {
  /** The public halves of the key in use and of the one before it, as a JSON Web Key Set. */
  keySet: { keys: PublicKey[] };
  /** The four headers of one delivery; `body` exactly as it is sent. */
  headersFor(message: {
    requestId: string;
    userId: string;
    body: Buffer;
    nowMs: number;
  }): Record<string, string>;
  /** A JSON Web Signature (RFC 7515, compact) with this content, for what must be verifiable long after it was sent. */
  signDocument(content: object): string;
};

type PublicKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; use: 'sig'; alg: 'EdDSA' };

/** Prefix of the 32 bytes of an Ed25519 key in PKCS #8. */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs our own webhooks as fal signs its own, so that receivers written for fal work unchanged. Keys are 32 random
 * bytes; `previousKey` no longer signs but is still published, so that earlier deliveries can be verified.
 */
export function createWebhookSigner(keys: { key: Buffer; previousKey?: Buffer | undefined }): WebhookSigner {
  const current = readPrivateKey(keys.key);
  const known = keys.previousKey ? [current, readPrivateKey(keys.previousKey)] : [current];
  return {
    keySet: { keys: known.map(derivePublicKey) },
    headersFor({ requestId, userId, body, nowMs }) {
      const timestamp = String(Math.floor(nowMs / 1000));
      const hash = createHash('sha256').update(body).digest('hex');
      const message = Buffer.from([requestId, userId, timestamp, hash].join('\n'));
      return {
        'x-fal-webhook-request-id': requestId,
        'x-fal-webhook-user-id': userId,
        'x-fal-webhook-timestamp': timestamp,
        'x-fal-webhook-signature': sign(null, message, current).toString('hex'),
      };
    },
    signDocument(content) {
      const header = { alg: 'EdDSA', kid: derivePublicKey(current).kid };
      const signed = [header, content].map((part) => toBase64Url(JSON.stringify(part))).join('.');
      return `${signed}.${sign(null, Buffer.from(signed), current).toString('base64url')}`;
    },
  };
}

function toBase64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function readPrivateKey(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([keyPrefix, bytes]), format: 'der', type: 'pkcs8' });
}

function derivePublicKey(key: KeyObject): PublicKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  // RFC 7638: the hash of the members that make the key, in the order of their names.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
}
