import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemErrorCode } from '@atelier/local-postgres';

/**
 * A new folder, by default in memory if there is plenty, else in the system's temporary folder. Other users may pass through
 * but not list it: when started as root, the database server runs under another account.
 */
export function makeTemporaryDir(label: string, parent = chooseParent()): string {
  const folder = mkdtempSync(join(parent, `atelier ${label} `));
  chmodSync(folder, 0o711);
  return folder;
}

const memoryFolder = '/dev/shm';
/** Several times what a whole test run keeps in its folders at once. */
const neededBytes = 4 * 1024 ** 3;

/**
 * A test clones a database of some thousand small files. On a disk that takes several times as long as the test's own
 * queries, nearly all of it in the file system.
 */
function chooseParent(): string {
  return process.env.TMPDIR === undefined && hasRoomInMemory() ? memoryFolder : tmpdir();
}

/** Whether a folder in memory holds what a test run, or a browser, keeps in it. Containers often have 64 MB. */
export function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < 2 * neededBytes) return false;
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= neededBytes && mayExecuteIn(memoryFolder);
  } catch (error) {
    if (['ENOENT', 'EACCES', 'EROFS'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

/** Containers often forbid it; the database server's programs may have to be copied beside its data. */
function mayExecuteIn(mountPoint: string): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, path]) => path === mountPoint)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
