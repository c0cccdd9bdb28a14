import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Queryable } from '@atelier/db';

/** Usage of an api or worker process started by this process; undefined where the system does not report it. */
export type ProcessUsage = { memoryMb: number | undefined; cpuSeconds: number | undefined };

const ticksPerSecond = 100;

/** Resident memory and CPU time so far; of several processes of a kind, the newest. */
export function readUsage(kind: 'api' | 'worker'): ProcessUsage {
  const found = findProcess(kind);
  return { memoryMb: found?.memoryMb, cpuSeconds: found && readCpuSeconds(found.id) };
}

/** Finds a process of a kind; the newest of several. */
export function findProcess(kind: 'api' | 'worker'): { id: number; memoryMb: number } | undefined {
  const listing = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).stdout ?? '';
  const newest = listing
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .findLast(([, , parent, , command]) => isChild(Number(parent), command, kind));
  if (!newest) return undefined;
  const [, id, , kilobytes] = newest;
  return { id: Number(id), memoryMb: Number(kilobytes) / 1024 };
}

function isChild(parent: number, command: string | undefined, kind: string): boolean {
  return parent === process.pid && command?.includes(`${kind}/src/main.ts`) === true;
}

/** `ps` reports whole seconds only; Linux has hundredths in /proc/PID/stat. */
export function readCpuSeconds(pid: number): number | undefined {
  return readStat(pid)?.ownSeconds;
}

/** Fields 4 and 14 to 17: the parent, and the time of the process itself and of its children that have ended. */
function readStat(pid: number): { parent: number; ownSeconds: number; endedSeconds: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended, or this system has no such files.
    return undefined;
  }
  // The second field is the program's name in parentheses, which may contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const sum = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / ticksPerSecond;
  return { parent, ownSeconds: sum(11), endedSeconds: sum(13) };
}

/** CPU time so far of a server of PostgreSQL on this machine, all of its processes together. Only on Linux. */
export async function readPostgresSeconds(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = readStat(rows[0]?.pid ?? 0)?.parent;
  if (server === undefined) return Number.NaN;
  const { ownSeconds = 0, endedSeconds = 0 } = readStat(server) ?? {};
  const children = readdirSync('/proc')
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === server);
  return children.reduce((sum, stat) => sum + (stat?.ownSeconds ?? 0), ownSeconds + endedSeconds);
}

const everyMs = 250;

/** Samples the api's resident memory; `stop` returns its maximum minus its first value, in MB. */
export function watchMemory(): { stop(): number } {
  const memoryMb = () => readUsage('api').memoryMb ?? Number.NaN;
  const before = memoryMb();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, memoryMb());
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return Math.max(highest, memoryMb()) - before;
    },
  };
}
