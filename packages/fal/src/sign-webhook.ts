import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

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
  /**
   * A JSON Web Signature (RFC 7515, compact) with this content, for what must be verifiable long after it was sent. `type`:
   * of a document that is read back, so that no other passes for it.
   */
  signDocument(content: object, type?: string): string;
  /** Content of a document of this type that one of the keys signed; undefined when a single bit is not as it was signed. */
  readDocument(document: string, type: string): unknown;
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
  const published = known.map((key) => ({ jwk: derivePublicKey(key), verifier: createPublicKey(key) }));
  const { kid } = derivePublicKey(current);
  return {
    keySet: { keys: published.map(({ jwk }) => jwk) },
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
    signDocument(content, type) {
      const signed = `${writeHeader(kid, type)}.${toBase64Url(JSON.stringify(content))}`;
      return `${signed}.${sign(null, Buffer.from(signed), current).toString('base64url')}`;
    },
    readDocument(document, type) {
      const [header = '', content = '', signature = '', ...rest] = document.split('.');
      const key = published.find(({ jwk }) => header === writeHeader(jwk.kid, type));
      const bytes = Buffer.from(signature, 'base64url');
      // The last character has bits that decoding ignores.
      if (!key || rest.length > 0 || bytes.toString('base64url') !== signature) return undefined;
      const isSigned = verify(null, Buffer.from(`${header}.${content}`), key.verifier, bytes);
      return isSigned ? JSON.parse(Buffer.from(content, 'base64url').toString()) : undefined;
    },
  };
}

function writeHeader(kid: string, type: string | undefined): string {
  return toBase64Url(JSON.stringify({ alg: 'EdDSA', kid, ...(type && { typ: type }) }));
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
