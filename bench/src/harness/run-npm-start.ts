import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

const timeoutMs = 120_000;
const pollMs = 20;

/**
 * Runs `npm start` in a folder and stops it like Ctrl-C. Returns the seconds from the command until /readyz answers 200.
 */
export async function runNpmStart(folder: string, port: number): Promise<number> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR, LANG, PORT: String(port) },
    // A separate process group, which is signalled as a whole, as in a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
      if (performance.now() - startedAt > timeoutMs) throw new Error(`npm start is not ready:\n${output}`);
      await wait(pollMs);
    }
    return (performance.now() - startedAt) / 1000;
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    // Not listening yet.
    return false;
  }
}
