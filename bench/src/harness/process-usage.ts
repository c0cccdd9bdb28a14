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

/** The most memory that a child of this process has held so far, found by its program; undefined where unknown. */
export function readPeakMb(program: string): number | undefined {
  const id = listChildren().findLast(({ command }) => command.includes(program))?.id;
  if (id === undefined) return undefined;
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readProc(id, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}

/** Finds a process of a kind; the newest of several. */
export function findProcess(kind: 'api' | 'worker'): Child | undefined {
  return listChildren().findLast(({ command }) => command.includes(`${kind}/src/main.ts`));
}

type Child = { id: number; memoryMb: number; command: string };

/** Children of this process, the oldest first. */
function listChildren(): Child[] {
  const listing = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).stdout ?? '';
  return listing
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent]) => Number(parent) === process.pid)
    .map(([, id, , kilobytes, command = '']) => ({
      id: Number(id),
      memoryMb: Number(kilobytes) / 1_024,
      command,
    }));
}

/** `ps` reports whole seconds only; Linux has hundredths in /proc/PID/stat. */
export function readCpuSeconds(pid: number): number | undefined {
  return readStat(pid)?.ownSeconds;
}

/** Fields 4 and 14 to 17: the parent, and the time of the process itself and of its children that have ended. */
function readStat(pid: number): { parent: number; ownSeconds: number; endedSeconds: number } | undefined {
  const text = readProc(pid, 'stat');
  if (text === undefined) return undefined;
  // The second field is the program's name in parentheses, which may contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const sum = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / ticksPerSecond;
  return { parent, ownSeconds: sum(11), endedSeconds: sum(13) };
}

/** Returns undefined for a process that has ended, and on a system without such files. */
function readProc(pid: number, file: 'stat' | 'status'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
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
