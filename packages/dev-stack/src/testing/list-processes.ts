import { readdirSync, readFileSync } from 'node:fs';
import { systemErrorCode } from '@atelier/local-postgres';

/** Pids of all processes that name this folder in their command line or environment; Linux only. */
export function listProcesses(dataDir: string): { pid: number; command: string }[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
  return pids
    .map((pid) => ({ pid, command: read(pid, 'cmdline'), environment: read(pid, 'environ') }))
    .filter(({ command, environment }) => command.includes(dataDir) || environment.includes(dataDir))
    .map(({ pid, command }) => ({ pid, command }));
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch (error) {
    // Ended since the listing, or owned by another user.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return '';
    throw error;
  }
}
