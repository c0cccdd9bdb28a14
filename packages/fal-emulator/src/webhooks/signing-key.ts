import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';

export type SigningKey = {
  /** The public key, as served at fal's JWKS address. */
  jwks: { keys: Record<string, unknown>[] };
  /** The headers of one delivery, with the current time (docs/fal.md). */
  signHeaders(requestId: string, userId: string, body: string): Record<string, string>;
};

/** Reads the Ed25519 key at `path`, or creates it, so that the key survives a restart. */
export async function loadSigningKey(path: string): Promise<SigningKey> {
  const privateKey = await readKey(path);
  const { kty, crv, x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    jwks: { keys: [{ kty, crv, x, use: 'sig', alg: 'EdDSA' }] },
    signHeaders(requestId, userId, body) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const bodyHash = createHash('sha256').update(body).digest('hex');
      const message = [requestId, userId, timestamp, bodyHash].join('\n');
      return {
        'x-fal-webhook-request-id': requestId,
        'x-fal-webhook-user-id': userId,
        'x-fal-webhook-timestamp': timestamp,
        'x-fal-webhook-signature': sign(null, Buffer.from(message), privateKey).toString('hex'),
      };
    },
  };
}

async function readKey(path: string): Promise<KeyObject> {
  const pem = await readFile(path, 'utf8').catch(() => undefined);
  if (pem) return createPrivateKey(pem);
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  return privateKey;
}
