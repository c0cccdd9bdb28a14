import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerAccount } from './server-account.ts';

export type KeeperOrder =
  | {
      type: 'start';
      program: string;
      args: string[];
      account: ServerAccount | undefined;
      /** Folders to remove when the server has ended, for any reason. */
      removeAfterwards: string[];
    }
  | { type: 'stop' };

export type KeeperMessage = { type: 'log'; text: string } | { type: 'ended'; reason: string };

export type KeptServer = {
  /** Resolves when the server accepts connections; rejects with its log when it ends before that. */
  ready: Promise<void>;
  /** Resolves with the reason when the server has ended, for any reason. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

/** The server ended before it was ready; `log` is its output. */
export class ServerEnded extends Error {
  readonly log: string;
  constructor(reason: string, log: string) {
    super(`PostgreSQL ended: ${reason}`);
    this.log = log;
  }
}

/** Starts a server under a keeper process (keeper.ts), so that it outlives this process by a few seconds at most. */
export function keepServer(
  order: Extract<KeeperOrder, { type: 'start' }>,
  onLog: (line: string) => void,
): KeptServer {
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<string>();
  const keeper = fork(fileURLToPath(new URL('./keeper.ts', import.meta.url)), [], {
    detached: true,
    execArgv: [],
    cwd: '/',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let log = '';
  keeper.on('message', (message: KeeperMessage) => {
    if (message.type === 'ended') return ended.resolve(message.reason);
    log = (log + message.text).slice(-20_000);
    for (const line of message.text.split('\n')) if (line !== '') onLog(line);
    // The locale is C, so this message is never translated.
    if (log.includes('database system is ready to accept connections')) ready.resolve();
  });
  keeper.once('error', (error) => ended.resolve(String(error)));
  keeper.once('exit', (code, signal) => ended.resolve(`keeper: ${signal ?? `exit code ${code}`}`));
  void ended.promise.then((reason) => ready.reject(new ServerEnded(reason, log)));
  // The caller awaits `ready`; once it has resolved, the rejection above has no effect.
  ready.promise.catch(() => undefined);
  keeper.send(order);
  return {
    ready: ready.promise,
    ended: ended.promise,
    async stop() {
      const gone = new Promise<void>((resolve) => {
        if (keeper.exitCode !== null || keeper.signalCode !== null) resolve();
        else keeper.once('exit', () => resolve());
      });
      if (keeper.connected) keeper.send({ type: 'stop' });
      await gone;
    },
  };
}
