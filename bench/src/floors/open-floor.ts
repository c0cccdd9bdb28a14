import { fork } from 'node:child_process';

/** Starts a floor's server in a process of its own, as the api is one; answers with its port and the process. */
export async function openFloor(resources: AsyncDisposableStack, module: URL, args: readonly string[] = []) {
  const child = fork(module, args, { execArgv: [] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  resources.defer(async () => {
    child.kill();
    await ended;
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('close', () => reject(new Error(`${module.pathname} did not start`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}
