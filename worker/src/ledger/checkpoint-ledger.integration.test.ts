import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { connectDb, listCheckpoints } from '@atelier/db';
import { createTestDatabase, createTestFolder } from '@atelier/dev-stack/testing';
import { createWebhookSigner } from '@atelier/fal';
import { createLog } from '@atelier/log';
import { createStore } from '@atelier/storage';
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
const store = createStore({ DATA_DIR: await createTestFolder('worker'), PUBLIC_URL: settings.publicUrl });
const webhookSigner = createWebhookSigner({ key: randomBytes(32) });

it('the worker makes one checkpoint a day, signed with the key of the webhooks, and none without a key', async () => {
  await checkpointLedger({ db, log, settings, store, webhookSigner: undefined });
  await checkpointLedger({ db, log, settings, store, webhookSigner }, { isStart: true });
  expect(await listCheckpoints(db.pool, 0, 10)).toEqual([]);
  for (let run = 0; run < 3; run += 1) await checkpointLedger({ db, log, settings, store, webhookSigner });
  const [checkpoint, ...more] = await listCheckpoints(db.pool, 0, 10);
  expect(more).toEqual([]);
  const [header, content = '', signature = ''] = checkpoint?.signed.split('.') ?? [];
  const [jwk] = webhookSigner.keySet.keys;
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const message = Buffer.from(`${header}.${content}`);
  expect(verify(null, message, key, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(Buffer.from(content, 'base64url').toString())).toMatchObject({
    type: 'atelier.checkpoint.v1',
    issuer: 'https://atelier.test',
    number: 0,
    accounts: 0,
  });
});

it('the numbering continues after the published checkpoint when the database was restored to before it, and one line reports that', async () => {
  await checkpointLedger({ db, log, settings, store, webhookSigner });
  const owner = connectDb({
    databaseUrl: database.adminUrl,
    applicationName: 'test',
    maxConnections: 1,
    onError: () => undefined,
  });
  await owner.pool.query(`
    alter table ledger_checkpoint disable trigger user;
    truncate ledger_checkpoint, ledger_account, ledger_tile;
    alter table ledger_checkpoint enable trigger user`);
  await owner.close();
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const loud = createLog({ service: 'worker', level: 'error' }, destination);
  const run = () => checkpointLedger({ db, log: loud, settings, store, webhookSigner }, { isStart: true });
  await Promise.all([run(), run()]);
  await run();
  expect((await listCheckpoints(db.pool, 0, 10)).map(({ number, restored }) => [number, restored])).toEqual([
    [0, null],
    [1, { to: null, published: { number: 0, log_root: expect.any(String) } }],
  ]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, number: 1 }]);
});
