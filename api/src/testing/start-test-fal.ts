import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder, sharedMedia } from '@atelier/dev-stack/testing';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { sharedMediaProcess } from '@atelier/media/shared-media-process';

export type WebhookParts = {
  requestId: string;
  userId: string;
  timestampSeconds: number;
  body: string;
  key: KeyObject;
};

export type TestFal = {
  /** Settings for the API under test. */
  settings: Record<string, string>;
  emulator: FalEmulator;
  /** The headers of fal's webhook; parts that are not given are valid. */
  sign(parts: Partial<WebhookParts> & Pick<WebhookParts, 'body' | 'requestId'>): Record<string, string>;
  close(): Promise<void>;
};

/** The emulator with a signing key that the test knows, so that it can sign what fal never would. */
export async function startTestFal(): Promise<TestFal> {
  const cacheDir = await createTestFolder('fal');
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
  await writeFile(join(cacheDir, 'webhook-key.pem'), pem, { mode: 0o600 });
  const emulator = await startFalEmulator({
    cacheDir,
    ...(await sharedMedia()),
    media: sharedMediaProcess,
    speed: 0,
  });
  return {
    emulator,
    settings: { FAL_JWKS_URL: emulator.jwksUrl, FAL_WEBHOOK_USER_ID: emulator.webhookUserId },
    sign: (parts) =>
      signParts({
        userId: emulator.webhookUserId,
        timestampSeconds: Math.floor(Date.now() / 1000),
        key: privateKey,
        ...parts,
      }),
    close: () => emulator.close(),
  };
}

/** The signature of fal's webhooks; see docs/fal.md. */
function signParts({ requestId, userId, timestampSeconds, body, key }: WebhookParts): Record<string, string> {
  const bodySha256 = createHash('sha256').update(body).digest('hex');
  const message = [requestId, userId, timestampSeconds, bodySha256].join('\n');
  return {
    'x-fal-webhook-request-id': requestId,
    'x-fal-webhook-user-id': userId,
    'x-fal-webhook-timestamp': String(timestampSeconds),
    'x-fal-webhook-signature': sign(null, Buffer.from(message), key).toString('hex'),
  };
}
