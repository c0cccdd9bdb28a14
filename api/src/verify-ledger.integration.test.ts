import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { afterAll, expect, it } from 'vitest';
import { startTestApi } from './testing/start-test-api.ts';
import { submitVideo } from './testing/submissions.ts';

const api = await startTestApi({
  settings: { WEBHOOK_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64') },
});
afterAll(() => api.close());

const program = join(import.meta.dirname, 'verify-ledger.ts');

async function verify(args: string[], databaseUrl = '') {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
  const run = promisify(execFile)(process.execPath, [program, ...args], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

it('the program verifies the database, and an export without it', async () => {
  const user = await api.user();
  await submitVideo(user);
  expect(await verify([], api.store.databaseUrl)).toMatchObject({
    code: 0,
    stdout: 'The ledger is whole.\n',
  });

  const file = join(await createTestFolder('export'), 'ledger.csv');
  const csv = (await user.get('/api/credits/ledger.csv')).bytes.toString();
  await writeFile(file, csv);
  expect(await verify(['--file', file])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 entries'),
  });

  await writeFile(file, csv.replace('-300,300', '-30,30'));
  const changed = await verify(['--file', file]);
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain('its content does not fit its hash');
});

it('the program verifies the checkpoints in the database, a saved receipt against them, and the proof in an export', {
  tags: 'each-rule',
}, async () => {
  const [user, operator] = [await api.user(), await api.user({ email: 'ops@atelier.test' })];
  const id = await submitVideo(user);
  const folder = await createTestFolder('kept');
  const [receipt, keys, file] = ['receipt.json', 'jwks.json', 'ledger.csv'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  expect((await operator.post('/api/admin/ledger/checkpoints', { reason: 'Test it' })).status).toBe(200);
  await writeFile(keys, (await api.browser().get('/.well-known/jwks.json')).bytes);
  await writeFile(receipt, (await user.get(`/api/generations/${id}/receipt`)).bytes);
  await writeFile(file, (await user.get('/api/credits/ledger.csv')).bytes);
  expect(await verify(['--file', file, '--keys', keys])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 entries are in checkpoint 0'),
  });
  const check = () => verify(['--receipt', receipt, '--keys', keys], api.store.databaseUrl);
  expect(await check()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 entries are in checkpoint 0'),
  });

  const { pool } = api.store.owner;
  await pool.query('alter table ledger_checkpoint disable trigger user');
  await pool.query('update ledger_checkpoint set root = sha256(root)');
  const changed = await check();
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain('checkpoint 0: a checkpoint is what was signed');
  // Everything is made again, so that it fits: only what was kept elsewhere differs, by us and by the user.
  const makeAgain = async () => {
    await pool.query('truncate ledger_checkpoint, ledger_account, ledger_tile');
    const reply = await operator.post('/api/admin/ledger/checkpoints', { reason: 'Test it' });
    expect(reply.status).toBe(200);
    expect(await verify(['--keys', keys], api.store.databaseUrl)).toMatchObject({ code: 0 });
  };
  await makeAgain();
  expect(await check()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('the database was restored from a backup'),
  });
  await api.deps.store.openRecord('published-checkpoints').write('');
  await makeAgain();
  expect(await check()).toMatchObject({ code: 1, stderr: expect.stringContaining('the past was rewritten') });
});
