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

/** Creates DATA_DIR if necessary and returns its real path (no links, no `..`); throws `StartProblem` on failure. */
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
    // Node reports ENOENT for a recursive mkdir on a read-only disk; a plain mkdir reports the real error.
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    mkdirSync(folder);
  }
}

/**
 * Where the server's account can keep its files: DATA_DIR if that account can reach it, else a system folder that root
 * may write to and others may pass through. Only a start as root needs the latter.
 */
export function findServerBase(account: ServerAccount | undefined, dataDir: string): string {
  if (canPassTo(account, join(dataDir, 'postgres'))) return dataDir;
  const failures: unknown[] = [];
  for (const base of ['/var/lib/atelier', '/var/tmp/atelier-root', '/opt/atelier']) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      // mkdir's mode is subject to the umask.
      chmodSync(base, 0o755);
      if (canPassTo(account, join(base, 'postgres'))) return base;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new StartProblem(
    `PostgreSQL runs under an unprivileged account here, and that account cannot reach ${dataDir}: ` +
      'set DATA_DIR to a folder that every user can access, such as /srv/atelier.',
    { cause: new AggregateError(failures) },
  );
}

/** The server's data folder under `base`, unique to this DATA_DIR. */
export function serverDataDirUnder(base: string, dataDir: string): string {
  if (base === dataDir) return join(dataDir, 'postgres');
  return join(base, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

/** Creates an empty folder of mode 0700, owned by the server's account. */
export function makeServerFolder(account: ServerAccount | undefined, folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
  } catch (error) {
    throw explainFolderError(folder, error);
  }
}

/** Returns true when `initdb` has finished: the folder gets this name only at the end. */
export function hasCluster(serverDataDir: string): boolean {
  return existsSync(join(serverDataDir, 'PG_VERSION'));
}

function explainFolderError(folder: string, error: unknown): Error {
  const explain = (sentence: string) => new StartProblem(sentence, { cause: error });
  switch (systemErrorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return explain(
        `${folder} is not writable by this user: change its owner or set DATA_DIR to another folder.`,
      );
    case 'EROFS':
      return explain(`${folder} is on a read-only disk: set DATA_DIR to a writable folder.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return explain(
        `The disk that holds ${folder} is full: free at least 200 MB or set DATA_DIR to another disk.`,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return explain(`${folder} is not a folder: move that file or set DATA_DIR to another folder.`);
    case 'ENOENT':
      return explain(`${folder} cannot be created: set DATA_DIR to a folder on a writable disk.`);
    case 'EINVAL':
      return explain(
        `${folder} is on a disk that does not support file owners: set DATA_DIR to a folder on a local disk.`,
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
