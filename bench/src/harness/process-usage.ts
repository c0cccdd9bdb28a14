import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Usage of an api or worker process started by this process; undefined where the system does not report it. */
export type ProcessUsage = { memoryMb: number | undefined; cpuSeconds: number | undefined };

const ticksPerSecond = 100;

/** Resident memory and CPU time so far; of several processes of a kind, the newest. */
export function readUsage(kind: 'api' | 'worker'): ProcessUsage {
  const listing = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).stdout ?? '';
  const newest = listing
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .findLast(([, , parent, , command]) => isChild(Number(parent), command, kind));
  if (!newest) return { memoryMb: undefined, cpuSeconds: undefined };
  const [, pid, , kilobytes] = newest;
  return { memoryMb: Number(kilobytes) / 1024, cpuSeconds: readCpuSeconds(Number(pid)) };
}

function isChild(parent: number, command: string | undefined, kind: string): boolean {
  return parent === process.pid && command?.includes(`${kind}/src/main.ts`) === true;
}

/** `ps` reports whole seconds only; Linux has hundredths in fields 14 and 15 of /proc/PID/stat. */
export function readCpuSeconds(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  // The second field is the program's name in parentheses, which may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
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
