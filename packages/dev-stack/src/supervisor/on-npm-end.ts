import { readFileSync } from 'node:fs';

const everyMs = 250;

/**
 * Calls back once npm is gone, if it is npm that runs this script. npm starts a script through a shell and passes SIGTERM on
 * to that shell alone, which ends without its child; a killed npm passes nothing on, and the shell waits. So both are
 * watched, the second on Linux only.
 */
export function onNpmEnd(callback: () => void, env: Readonly<Record<string, string | undefined>>): void {
  if (env.npm_lifecycle_event === undefined) return;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    callback();
  }, everyMs);
  timer.unref();
}

/** The parent and, if that is the shell between npm and this process, its parent. */
function ancestors(): string {
  const shell = process.ppid;
  const isShell = readProc(shell, 'cmdline').split('\0')[1] === '-c';
  return `${shell} ${isShell ? /^PPid:\s+(\d+)$/m.exec(readProc(shell, 'status'))?.[1] : ''}`;
}

function readProc(pid: number, file: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It has just ended, or this is not Linux.
    return '';
  }
}
