import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartProblem } from '@atelier/local-postgres';
import { openProcessLog } from './process-log.ts';
import { repositoryRoot } from './settings.ts';

const heldStart = fileURLToPath(new URL('./start-held.ts', import.meta.url));
const compileCache = join(repositoryRoot, 'node_modules', '.cache', 'node-compile');

export type ProcessSpec = {
  /** Name of the process and of its log file. */
  name: string;
  /** Absolute path of the program. */
  entry: string;
  args?: string[];
  /** Delays the start until `promise` resolves; before that it only loads `module`, the heaviest that it imports. */
  startsAfter?: { promise: Promise<unknown>; module: string };
  cwd: string;
  /** The complete environment, but for where Node keeps compiled modules. */
  env: Record<string, string | undefined>;
  logFolder: string;
  /** Receives each warning or error of the process as one line. */
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
  /** 0 when it could not be started. */
  readonly pid: number;
  /** Resolves when the process reports that it is ready; rejects with its last output if it ends before that. */
  ready: Promise<void>;
  /** Resolves when it has ended, requested or not. */
  ended: Promise<ProcessEnd>;
  /** Sends SIGTERM, and SIGKILL if it has not ended within the limit. */
  stop(limitMs: number): Promise<void>;
};

/**
 * Starts one of our processes with an IPC channel: the process sends `{ type: 'ready' }`, and exits when the channel
 * closes, so that it never outlives this process. It has its own session: Ctrl-C in the terminal reaches only this
 * process, which then stops the others in order.
 */
export function startProcess(spec: ProcessSpec): ManagedProcess {
  // Warnings during the start are held back: if it fails, they are part of the error message.
  let held: string[] | undefined = [];
  const log = openProcessLog(spec.logFolder, spec.name, (line) => {
    if (held === undefined) spec.onImportant(line);
    else held.push(line);
  });
  const { entry, args = [], startsAfter } = spec;
  const [program, ...programArgs] = startsAfter ? [heldStart, startsAfter.module, entry] : [entry, ...args];
  const child = fork(program, programArgs, {
    cwd: spec.cwd,
    // Halves the time that a process needs to load its modules.
    env: { NODE_COMPILE_CACHE: compileCache, ...spec.env },
    // Sets the same limit as the image: V8 would let the young generation of a busy process grow to 128 MB.
    execArgv: ['--max-semi-space-size=16'],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.stdout) log.follow(child.stdout, 'stdout');
  if (child.stderr) log.follow(child.stderr, 'stderr');
  // When it fails, its owner stops this process.
  startsAfter?.promise.then(
    () => child.connected && child.send('start'),
    () => undefined,
  );
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<ProcessEnd>();
  child.on('message', (message) => {
    if (!isReady(message)) return;
    for (const line of held ?? []) spec.onImportant(line);
    held = undefined;
    ready.resolve();
  });
  const end = (reason: string) => {
    const tail = log.tail();
    void log.close().then(() => ended.resolve({ name: spec.name, reason, tail }));
  };
  child.once('error', (error) => end(error.message));
  // `close` and not `exit`: by then all output has been read.
  child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
  void ended.promise.then(({ reason, tail }) => {
    const output = tail.length === 0 ? '' : `\n${tail.map((line) => `  ${line}`).join('\n')}`;
    ready.reject(new StartProblem(`The ${spec.name} process did not start (${reason}).${output}`));
  });
  // The caller awaits `ready`; after a successful start the rejection has no effect.
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
