import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { connectDb, listCheckpoints } from '@atelier/db';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { createWebhookSigner } from '@atelier/fal';
import { createLog } from '@atelier/log';
import { afterAll, expect, it } from 'vitest';
import { checkpointLedger } from './checkpoint-ledger.ts';

const database = await createTestDatabase();
const db = connectDb({
  databaseUrl: database.appUrl,
  applicationName: 'test',
  maxConnections: 2,
  // Dropping the database terminates connections that are still open.
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const log = createLog({ service: 'worker', level: 'silent' });
const settings = { publicUrl: 'https://atelier.test' };
const webhookSigner = createWebhookSigner({ key: randomBytes(32) });

it('makes one checkpoint a day, signed with the key of the webhooks, and none without a key', async () => {
  await checkpointLedger({ db, log, settings, webhookSigner: undefined });
  expect(await listCheckpoints(db.pool, 0, 10)).toEqual([]);
  for (let run = 0; run < 3; run += 1) await checkpointLedger({ db, log, settings, webhookSigner });
  const [checkpoint, ...more] = await listCheckpoints(db.pool, 0, 10);
  expect(more).toEqual([]);
  const [header, content = '', signature = ''] = checkpoint?.signed.split('.') ?? [];
  const [jwk] = webhookSigner.keySet.keys;
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const message = Buffer.from(`${header}.${content}`);
  expect(verify(null, message, key, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(content, 'base64url').toString())).toMatchObject({
    ...{ type: 'atelier.checkpoint.v1', issuer: 'https://atelier.test', number: 0, accounts: 0 },
  });
});
