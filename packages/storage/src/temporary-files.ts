import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Containers that share a folder have process ids of their own, so the machine's name stands before them. */
const machine = hostname()
  .replace(/[^\w-]/g, '')
  .slice(0, 60);
const maxAgeMs = 3_600_000;

/** A new name in a folder for files on their way. It says whose it is, for `removeLeftovers`. */
export function temporaryName(): string {
  return `${machine}.${process.pid}.${randomUUID()}`;
}

/**
 * Removes what processes that were killed left in a folder for files on their way: those of this machine's processes
 * that are no more, and anything older than an hour. Returns why it could not remove what is left.
 */
export async function removeLeftovers(folder: string): Promise<unknown[]> {
  const problems: unknown[] = [];
  try {
    for (const name of await list(folder)) {
      const path = join(folder, name);
      if (await isLeftOver(name, path))
        await rm(path, { recursive: true, force: true }).catch((error: unknown) => problems.push(error));
    }
  } catch (error) {
    problems.push(error);
  }
  return problems;
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    // Also where the store's folder is away: a process then starts all the same, and answers what needs no files.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const modifiedAtMs = await stat(path).then(
    (file) => file.mtimeMs,
    // Its owner has just removed it.
    () => Number.NaN,
  );
  if (modifiedAtMs < Date.now() - maxAgeMs) return true;
  const [owner, pidText] = name.split('.');
  if (owner !== machine) return false;
  const pid = Number(pidText);
  // A process in a container has the same id in every life.
  if (pid === process.pid) return modifiedAtMs < Date.now() - process.uptime() * 1000;
  return !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
