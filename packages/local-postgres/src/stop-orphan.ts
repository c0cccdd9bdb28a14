import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessAlive, processCommandLine } from './process-identity.ts';
import { StartProblem, systemErrorCode } from './start-problem.ts';

const fastStopMs = 15_000;
const pollMs = 50;

/**
 * Stops a server that an earlier start left behind (its supervisor was killed), and removes a pid file that names some
 * other process. Call only while holding this DATA_DIR's lock, so that the server is not in use.
 */
export async function stopOrphan(serverDataDir: string, onLog: (line: string) => void): Promise<void> {
  const pidFile = join(serverDataDir, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === undefined || !isProcessAlive(pid)) return;
  if (!isServerOf(pid, serverDataDir)) {
    // The pid has been reused by another program, which PostgreSQL would mistake for a running server and refuse to start.
    onLog(`removing a stale pid file: process ${pid} is not this server`);
    rmSync(pidFile, { force: true });
    return;
  }
  onLog(`stopping the server that an earlier start left behind (process ${pid})`);
  // SIGINT is PostgreSQL's fast shutdown: sessions end, data is written. SIGQUIT recovers at the next start instead.
  if (await signalAndWait(pid, 'SIGINT', fastStopMs)) return;
  if (await signalAndWait(pid, 'SIGQUIT', fastStopMs)) return;
  throw new StartProblem(
    `An earlier PostgreSQL (process ${pid}) still uses ${serverDataDir} and does not stop: kill it and start again.`,
  );
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isServerOf(pid: number, serverDataDir: string): boolean {
  const command = processCommandLine(pid);
  return /postgres(\.exe)?\b/.test(command) && command.includes(`-D ${serverDataDir}`);
}

async function signalAndWait(pid: number, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) === 'ESRCH') return true;
    throw error;
  }
  // Not our child, so there is no exit event to wait for.
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pollMs) {
    if (!isProcessAlive(pid)) return true;
    await delay(pollMs);
  }
  return false;
}
