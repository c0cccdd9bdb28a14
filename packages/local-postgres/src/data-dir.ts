import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { canPassTo, type ServerAccount } from './server-account.ts';
import { StartProblem, systemErrorCode } from './start-problem.ts';

/** Creates DATA_DIR if need be and answers its real path (no links, no `..`); says what to do when that fails. */
export function openDataDir(dataDir: string): string {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // Node says ENOENT for a recursive mkdir on a read-only disk; the plain one tells the true reason.
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    mkdirSync(folder);
  }
}

/**
 * Where the server's account can keep its files: DATA_DIR when that can be reached, else a folder of this machine
 * that root may write and others may pass through. Only root ever needs the second.
 */
export function findServerBase(account: ServerAccount | undefined, dataDir: string): string {
  if (canPassTo(account, join(dataDir, 'postgres'))) return dataDir;
  const failures: unknown[] = [];
  for (const base of ['/var/lib/atelier', '/var/tmp/atelier-root', '/opt/atelier']) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      // Also against a strict umask.
      chmodSync(base, 0o755);
      if (canPassTo(account, join(base, 'postgres'))) return base;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new StartProblem(
    `PostgreSQL runs under an unprivileged account here, and that account cannot reach ${dataDir}: ` +
      'set DATA_DIR to a folder that every user may pass through, such as /srv/atelier.',
    { cause: new AggregateError(failures) },
  );
}

/** The server's data folder for this DATA_DIR under the base; another DATA_DIR never gets the same one. */
export function serverDataDirUnder(base: string, dataDir: string): string {
  if (base === dataDir) return join(dataDir, 'postgres');
  return join(base, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

/** A folder of mode 0700 that the server's account owns, empty. */
export function makeServerFolder(account: ServerAccount | undefined, folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
  } catch (error) {
    throw explainFolderError(folder, error);
  }
}

/** True when `initdb` has finished here: it works beside and the folder gets its name at the end. */
export function hasCluster(serverDataDir: string): boolean {
  return existsSync(join(serverDataDir, 'PG_VERSION'));
}

function explainFolderError(folder: string, error: unknown): Error {
  const say = (sentence: string) => new StartProblem(sentence, { cause: error });
  switch (systemErrorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return say(
        `${folder} cannot be written by this user: give it to this user or set DATA_DIR to another folder.`,
      );
    case 'EROFS':
      return say(`${folder} is on a read-only disk: set DATA_DIR to a folder that can be written.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return say(
        `The disk that holds ${folder} is full: free at least 200 MB or set DATA_DIR to another disk.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return say(`${folder} is not a folder: move that file away or set DATA_DIR to another folder.`);
    case 'ENOENT':
      return say(`${folder} cannot be made: set DATA_DIR to a folder on a disk that can be written.`);
    case 'EINVAL':
      return say(`${folder} is on a disk without owners of files: set DATA_DIR to a folder on a local disk.`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
