import { fork, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { removeTemporaryFiles } from './create-store.ts';
import { removeLeftovers, temporaryName } from './temporary-files.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const deadPid = spawnSync(process.execPath, ['-e', '']).pid;

it('the clean-up removes files of dead processes, and old files of any process, and nothing of running ones', async () => {
  const folder = await temporaryFolder();
  const mine = temporaryName();
  const parents = mine.replace(`.${process.pid}.`, `.${process.ppid}.`);
  const dead = mine.replace(`.${process.pid}.`, `.${deadPid}.`);
  const elsewhere = `other-machine.${deadPid}.x`;
  const old = `other-machine.${deadPid}.old`;
  for (const name of [mine, parents, elsewhere, old]) await writeFile(join(folder, name), '');
  await mkdir(join(folder, dead));
  await writeFile(join(folder, dead, 'in'), '');
  const hoursAgo = new Date(Date.now() - 7_200_000);
  await utimes(join(folder, old), hoursAgo, hoursAgo);
  await removeLeftovers(folder);
  expect((await readdir(folder)).sort()).toEqual([mine, parents, elsewhere].sort());
});

it('the clean-up recognizes files of an earlier process with its id by their age', async () => {
  const folder = await temporaryFolder();
  const name = temporaryName();
  await writeFile(join(folder, name), '');
  const beforeStart = new Date(Date.now() - process.uptime() * 1000 - 5_000);
  await utimes(join(folder, name), beforeStart, beforeStart);
  await removeLeftovers(folder);
  expect(await readdir(folder)).toEqual([]);
});

it('the clean-up returns why it could not read a folder, and goes on to the next one', async () => {
  expect(await removeLeftovers('\u0000')).toHaveLength(1);
  const dataDir = await temporaryFolder();
  const old = join(dataDir, 'work', 'other-machine.1.old');
  await mkdir(join(dataDir, 'work'));
  await mkdir(join(dataDir, 'files'));
  await symlink('tmp', join(dataDir, 'files', 'tmp'));
  await writeFile(old, '');
  const hoursAgo = new Date(Date.now() - 7_200_000);
  await utimes(old, hoursAgo, hoursAgo);
  const problems = await removeTemporaryFiles({ DATA_DIR: dataDir });
  expect(problems).toMatchObject([{ code: 'ELOOP' }]);
  expect(await readdir(join(dataDir, 'work'))).toEqual([]);
});

it('the clean-up does nothing in a missing folder', async () => {
  await removeLeftovers(join(await temporaryFolder(), 'none'));
});

it('a process starts although a file has the path of the folder of all files', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'files'), 'no folder');
  await removeTemporaryFiles({ DATA_DIR: folder });
});

it('the half-written file of a killed process is removed at the next start of any process', async () => {
  const folder = await temporaryFolder();
  const child = fork(new URL('./testing/endless-put.ts', import.meta.url), [folder, randomUUID()], {
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = () => readdir(join(folder, 'files', 'tmp')).catch(() => []);
  await vi.waitUntil(async () => (await written()).length > 0, { timeout: 50_000 });
  await removeTemporaryFiles({ DATA_DIR: folder });
  expect(await written()).toHaveLength(1);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  expect(await written()).toHaveLength(1);
  await removeTemporaryFiles({ DATA_DIR: folder });
  expect(await written()).toEqual([]);
}, 90_000);
