import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Of an api or worker process that this process started; both absent where the system does not tell. */
export type ProcessUsage = { memoryMb: number | undefined; cpuSeconds: number | undefined };

const ticksPerSecond = 100;

/** Resident memory and CPU time so far. With several processes of a kind, the newest. */
export function readUsage(kind: 'api' | 'worker'): ProcessUsage {
  const listing = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' }).stdout ?? '';
  const newest = listing
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .findLast(([, , parent, , command]) => isOurs(Number(parent), command, kind));
  if (!newest) return { memoryMb: undefined, cpuSeconds: undefined };
  const [, pid, , kilobytes] = newest;
  return { memoryMb: Number(kilobytes) / 1024, cpuSeconds: readCpuSeconds(Number(pid)) };
}

function isOurs(parent: number, command: string | undefined, kind: string): boolean {
  return parent === process.pid && command?.includes(`${kind}/src/main.ts`) === true;
}

/** `ps` knows whole seconds only; Linux has hundredths, the 14th and 15th field of a process's stat. */
export function readCpuSeconds(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  // The second field is the program's name in parentheses, which may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
