import { readFileSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartProblem, systemErrorCode } from './start-problem.ts';

/** The ids that the server process runs under; undefined for those of this process, which is not root. */
export type ServerAccount = {
  uid: number;
  gid: number;
};

/**
 * The unprivileged account that runs PostgreSQL when this process is root (PostgreSQL refuses root).
 * The owner of existing data takes precedence, so that a second start matches the first.
 * No account is created: `initdb` needs an entry in /etc/passwd, and every system has an unprivileged one.
 */
export function chooseServerAccount(existingDataDir: string | undefined): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existingDataDir === undefined ? undefined : statIfPresent(existingDataDir);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readAccounts();
  const chosen =
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody') ??
    accounts.find(({ uid }) => uid !== 0);
  if (chosen === undefined) {
    throw new StartProblem(
      'PostgreSQL does not run as root and this machine has no other account: ' +
        'add one (for example "useradd postgres") or start as an ordinary user.',
    );
  }
  return { uid: chosen.uid, gid: chosen.gid };
}

/** Whether the account may pass through every folder above `path` and read (or execute) `path` itself. */
export function canReach(account: ServerAccount | undefined, path: string, execute = false): boolean {
  if (account === undefined) return true;
  const stats = statIfPresent(path);
  if (stats === undefined) return false;
  const needed = stats.isDirectory() || execute ? 0o5 : 0o4;
  return hasBits(stats, account, needed) && canPassTo(account, path);
}

/** Whether the account may pass through every folder above `path`; `path` itself need not exist. */
export function canPassTo(account: ServerAccount | undefined, path: string): boolean {
  if (account === undefined) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = statIfPresent(folder);
    if (stats !== undefined && !hasBits(stats, account, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function hasBits(stats: Stats, account: ServerAccount, bits: number): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

function statIfPresent(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map((parts) => ({ name: parts[0] ?? '', uid: Number(parts[2]), gid: Number(parts[3]) }));
}
