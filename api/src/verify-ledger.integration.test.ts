import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { afterAll, expect, it } from 'vitest';
import { startTestApi } from './testing/start-test-api.ts';
import { submitVideo } from './testing/submissions.ts';

const api = await startTestApi();
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

it('verifies the database, and an export without it', async () => {
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
