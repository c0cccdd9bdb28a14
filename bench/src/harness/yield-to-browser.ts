import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const priority = 10;

/**
 * Lets a browser that is started afterwards come first: servers and database of the product run on other machines than the
 * browsers of its users. Lowers the priority of all processes that this one has started. Only on Linux.
 */
export function yieldToBrowser(): void {
  const parents = new Map(readdirSync('/proc').flatMap((name) => readParent(name)));
  for (const pid of parents.keys()) if (descendsFrom(process.pid, pid, parents)) lower(pid);
}

function readParent(pid: string): [number, number][] {
  if (!/^\d+$/.test(pid)) return [];
  const parent = /^PPid:\s*(\d+)/m.exec(
    whileThere(() => readFileSync(`/proc/${pid}/status`, 'utf8'), ''),
  )?.[1];
  return parent === undefined ? [] : [[Number(pid), Number(parent)]];
}

/** Nothing of a process that has ended since it was listed. */
function whileThere<Found>(read: () => Found, otherwise: Found): Found {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return otherwise;
    throw error;
  }
}

function descendsFrom(ancestor: number, pid: number, parents: ReadonlyMap<number, number>): boolean {
  const parent = parents.get(pid);
  return parent !== undefined && (parent === ancestor || descendsFrom(ancestor, parent, parents));
}

/** Linux has a priority for each thread. */
function lower(pid: number): void {
  for (const thread of whileThere(() => readdirSync(`/proc/${pid}/task`), []))
    whileThere(() => setPriority(Number(thread), priority), undefined);
}
