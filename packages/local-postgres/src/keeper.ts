// The keeper is the parent process of the PostgreSQL server. It stops the server on request, and also when the process
// that started it has ended in any way, which the server itself would not notice. It has its own session, so Ctrl-C in
// the terminal reaches only the supervisor, which then stops everything in order.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { KeeperMessage, KeeperOrder } from './keep-server.ts';

/** How long open sessions get to finish after the supervisor died; api and worker are stopping then, too. */
const smartStopMs = 3_000;
const fastStopMs = 12_000;

let server: ChildProcess | undefined;
let removeAfterwards: string[] = [];

process.on('message', (order: KeeperOrder) => {
  if (order.type === 'stop') stopServer(0);
  else startServer(order);
});
process.on('disconnect', () => stopServer(smartStopMs));
process.on('SIGTERM', () => stopServer(0));
process.on('SIGINT', () => stopServer(0));

function startServer(order: Extract<KeeperOrder, { type: 'start' }>): void {
  removeAfterwards = order.removeAfterwards;
  const child = spawn(order.program, order.args, {
    ...order.account,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  server = child;
  child.stderr.on('data', (chunk: Buffer) => send({ type: 'log', text: chunk.toString() }));
  child.once('error', (error) => end(String(error)));
  child.once('close', (code, signal) => end(signal ?? `exit code ${code}`));
}

function stopServer(patienceMs: number): void {
  const child = server;
  if (child === undefined) {
    end('not started');
    return;
  }
  child.kill(patienceMs > 0 ? 'SIGTERM' : 'SIGINT');
  setTimeout(() => child.kill('SIGINT'), patienceMs).unref();
  setTimeout(() => child.kill('SIGQUIT'), patienceMs + fastStopMs).unref();
  setTimeout(() => child.kill('SIGKILL'), patienceMs + fastStopMs + 5_000).unref();
}

function end(reason: string): void {
  for (const folder of removeAfterwards) rmSync(folder, { recursive: true, force: true });
  send({ type: 'ended', reason }, () => process.exit(0));
}

function send(message: KeeperMessage, done?: () => void): void {
  if (process.send === undefined || !process.connected) done?.();
  // If the channel closes meanwhile, there is no one left to notify; that is not an error.
  else process.send(message, undefined, undefined, () => done?.());
}
