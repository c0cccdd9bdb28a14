import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createTestFolder } from '../testing.ts';
import { startProcess } from './managed-process.ts';

const folder = await createTestFolder('process');

function start(behaviour: string, shown: string[] = []) {
  return startProcess({
    name: behaviour,
    entry: fileURLToPath(new URL('../testing/sample-process.ts', import.meta.url)),
    args: [behaviour],
    cwd: folder,
    env: { PATH: process.env.PATH },
    logFolder: folder,
    onImportant: (line) => shown.push(line),
  });
}

it('a managed process is ready when the process reports so, and ends on SIGTERM', async () => {
  const sample = start('good');
  await sample.ready;
  await sample.stop(5_000);
  expect((await sample.ended).reason).toBe('exit code 0');
});

it('a managed process shows errors as one line and logs all output to the file', async () => {
  const shown: string[] = [];
  const sample = start('logging', shown);
  await sample.ready;
  await sample.stop(5_000);
  expect(shown).toEqual(['copy failed: no route to host']);
  expect((await sample.ended).tail).toEqual(['listening', 'copy failed: no route to host']);
  expect(readFileSync(join(folder, 'logging.log'), 'utf8').split('\n')).toHaveLength(3);
});

it('a process that did not start rejects `ready` with its last output', async () => {
  const sample = start('fails');
  await expect(sample.ready).rejects.toThrow(
    'The fails process did not start (exit code 3).\n  the configuration is not usable: FAL_KEY is missing',
  );
});

it('a managed process is killed when it ignores SIGTERM', async () => {
  const sample = start('stubborn');
  await sample.ready;
  await sample.stop(200);
  expect((await sample.ended).reason).toBe('SIGKILL');
});
