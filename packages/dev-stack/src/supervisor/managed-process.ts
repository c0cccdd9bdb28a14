import { fork } from 'node:child_process';
import { StartProblem } from '@atelier/local-postgres';
import { openProcessLog } from './process-log.ts';

export type ProcessSpec = {
  /** Also the name of its log file. */
  name: string;
  /** Absolute path of the program. */
  entry: string;
  args?: string[];
  cwd: string;
  /** The whole environment, nothing is added to it. */
  env: Record<string, string | undefined>;
  logFolder: string;
  /** A warning or error of the process, one line. */
  onImportant: (line: string) => void;
};

export type ProcessEnd = {
  name: string;
  /** `exit code 1`, `SIGKILL`, ... */
  reason: string;
  tail: string[];
};

export type ManagedProcess = {
  name: string;
  /** 0 when it could not be started at all. */
  readonly pid: number;
  /** Resolves when the process has said that it is ready; rejects with its last words when it ended before. */
  ready: Promise<void>;
  /** Resolves when it has ended, whether asked to or not. */
  ended: Promise<ProcessEnd>;
  /** SIGTERM, and SIGKILL when it has not ended after the limit. */
  stop(limitMs: number): Promise<void>;
};

/**
 * Starts a process of our own with a channel to it: it says `{ type: 'ready' }`, and it stops by itself when the
 * channel closes, so it never outlives this process. It has a session of its own: Ctrl-C in the terminal reaches
 * only this process, which then stops the others in order.
 */
export function startProcess(spec: ProcessSpec): ManagedProcess {
  // Complaints of a start wait for its outcome: when it fails they are part of that message.
  let held: string[] | undefined = [];
  const log = openProcessLog(spec.logFolder, spec.name, (line) => {
    if (held === undefined) spec.onImportant(line);
    else held.push(line);
  });
  const child = fork(spec.entry, spec.args ?? [], {
    cwd: spec.cwd,
    env: { ...spec.env },
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.stdout) log.follow(child.stdout, 'stdout');
  if (child.stderr) log.follow(child.stderr, 'stderr');
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<ProcessEnd>();
  child.on('message', (message) => {
    if (!isReady(message)) return;
    for (const line of held ?? []) spec.onImportant(line);
    held = undefined;
    ready.resolve();
  });
  const end = (reason: string) => {
    log.close();
    ended.resolve({ name: spec.name, reason, tail: log.tail() });
  };
  child.once('error', (error) => end(error.message));
  // `close` and not `exit`: its last words have been read by then.
  child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
  void ended.promise.then(({ reason, tail }) => {
    const words = tail.length === 0 ? '' : `\n${tail.map((line) => `  ${line}`).join('\n')}`;
    ready.reject(new StartProblem(`The ${spec.name} process did not start (${reason}).${words}`));
  });
  // Reported by whoever awaits `ready`; after a good start the rejection has no effect.
  ready.promise.catch(() => undefined);
  return {
    name: spec.name,
    pid: child.pid ?? 0,
    ready: ready.promise,
    ended: ended.promise,
    async stop(limitMs) {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), limitMs);
      await ended.promise;
      clearTimeout(force);
    },
  };
}

function isReady(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
