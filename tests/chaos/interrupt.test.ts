import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { createTestFolder, listProcesses } from '@atelier/dev-stack/testing';
import { expect, it, type TestContext, vi } from 'vitest';

const slow = { timeout: 180_000 };

/** A run whose folder is in a folder of this test, which every process of it names. */
function start(folder: string, { onTestFinished }: TestContext, more: readonly string[] = []) {
  const program = join(repositoryRoot, 'tests/chaos/main.ts');
  const child = spawn(process.execPath, [program, '--backend', 'postgres', '--users', '3', ...more], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  return child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0];
}

it.concurrent.for(['SIGINT', 'SIGTERM'] as const)(
  'a run leaves no process and no folder after %s',
  slow,
  async (signal, context) => {
    const folder = join(await createTestFolder('interrupt'), 'tmp');
    mkdirSync(folder, { mode: 0o711 });
    const { child, output } = start(folder, context, ['--to', join(folder, '..', 'results')]);
    await vi.waitUntil(() => output().includes('of faults'), { timeout: 120_000 });
    expect(listProcesses(folder).length).toBeGreaterThan(4);
    child.kill(signal);
    expect(await exitCode(child)).toBe(130);
    expect(listProcesses(folder)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('atelier'))).toEqual([]);
  },
);

it.concurrent('a run leaves nothing when it is interrupted while it starts', slow, async (context) => {
  const folder = join(await createTestFolder('interrupt'), 'tmp');
  mkdirSync(folder, { mode: 0o711 });
  const { child } = start(folder, context);
  await vi.waitUntil(() => readdirSync(folder).some((name) => name.startsWith('atelier')), {
    timeout: 60_000,
  });
  child.kill('SIGTERM');
  expect(await exitCode(child)).toBe(130);
  expect(listProcesses(folder)).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('atelier'))).toEqual([]);
});

it('a run that cannot start says what is missing', slow, async () => {
  const folder = await createTestFolder('missing');
  const child = spawn(process.execPath, [join(repositoryRoot, 'tests/chaos/main.ts'), '--backend', 'redis'], {
    cwd: repositoryRoot,
    // No program can be found.
    env: { PATH: folder, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  expect(await exitCode(child)).toBe(1);
  expect(output).toContain('NOT RUN: the half with jobs on Redis');
  expect(output).toContain('TEST_REDIS_URL');
});
