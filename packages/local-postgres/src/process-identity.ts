import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { systemErrorCode } from './start-problem.ts';

/** Returns true while the process exists and is not a zombie, whichever user owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    if (systemErrorCode(error) !== 'EPERM') return false;
  }
  return processState(pid) !== 'Z';
}

/**
 * Distinguishes processes that had the same pid: the start time of the process, as the system formats it. Empty when the
 * process does not exist.
 */
export function processStartMark(pid: number): string {
  if (process.platform === 'linux') return procStat(pid)?.[19] ?? '';
  return askPs(pid, 'lstart=');
}

/** The full command line of a process, arguments joined by one space; empty when it cannot be read. */
export function processCommandLine(pid: number): string {
  if (process.platform === 'linux') return readProc(pid, 'cmdline').replaceAll('\0', ' ').trim();
  return askPs(pid, 'command=');
}

function processState(pid: number): string {
  if (process.platform === 'linux') return procStat(pid)?.[0] ?? 'Z';
  return askPs(pid, 'state=').slice(0, 1);
}

/** The fields of /proc/PID/stat after the command, which may contain spaces and parentheses. */
function procStat(pid: number): string[] | undefined {
  const stat = readProc(pid, 'stat');
  if (stat === '') return undefined;
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    // ESRCH: the process ended between open and read.
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return '';
    throw error;
  }
}

function askPs(pid: number, format: string): string {
  try {
    return execFileSync('ps', ['-o', format, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    // ps exits with 1 when there is no such process.
    return '';
  }
}
