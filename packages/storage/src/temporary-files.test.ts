import { spawnSync } from 'node:child_process';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers, temporaryName } from './temporary-files.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const deadPid = spawnSync(process.execPath, ['-e', '']).pid;

it('removes what dead processes left, and old files of anybody, and nothing of the living', async () => {
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

it('knows its own files of an earlier life by their age', async () => {
  const folder = await temporaryFolder();
  const name = temporaryName();
  await writeFile(join(folder, name), '');
  const beforeStart = new Date(Date.now() - process.uptime() * 1000 - 5_000);
  await utimes(join(folder, name), beforeStart, beforeStart);
  await removeLeftovers(folder);
  expect(await readdir(folder)).toEqual([]);
});

it('has nothing to do in a folder that is not there', async () => {
  await removeLeftovers(join(await temporaryFolder(), 'none'));
});
