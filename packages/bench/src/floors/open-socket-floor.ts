import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type SocketFloor = {
  url: string;
  /** Has the other process emit at once. */
  emit(user: string, event: string, body: unknown): void;
};

/** A bare Socket.IO server in a process of its own, as the api is one. */
export async function openSocketFloor(resources: AsyncDisposableStack): Promise<SocketFloor> {
  const child = fork(fileURLToPath(new URL('./socket-server.ts', import.meta.url)), [], { execArgv: [] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  resources.defer(async () => {
    child.kill();
    await ended;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('close', () => reject(new Error('The bare socket server did not start')));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    emit: (user, event, body) => void child.send({ user, event, body }),
  };
}
