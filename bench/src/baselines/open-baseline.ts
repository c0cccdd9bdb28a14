import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createFalClient, type FalClient } from '@fal-ai/client';

/** Starts a baseline's server as a separate process, like the api; returns its address and the process. */
export async function openBaseline(
  resources: AsyncDisposableStack,
  module: URL,
  args: readonly string[] = [],
) {
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

export type ProxyBaseline = {
  /** 0 if it could not be started. */
  pid: number;
  /** fal's client, as used in a page. */
  client: FalClient;
  /** The number of requests so far. */
  countRequests(): Promise<number>;
};

/** A server that only forwards requests to the provider at this address. */
export async function openProxyBaseline(
  resources: AsyncDisposableStack,
  providerUrl: string,
): Promise<ProxyBaseline> {
  const module = new URL('./proxy-server.ts', import.meta.url);
  const { child, url } = await openBaseline(resources, module, [providerUrl]);
  const client = createFalClient({
    // Runs before the proxy's rewrite; `when` is needed outside a browser.
    requestMiddleware: async (request) => ({
      ...request,
      url: request.url.replace(/^https:\//, providerUrl),
    }),
    proxyUrl: { url: `${url}/api/fal/proxy`, when: 'always' },
  });
  return {
    pid: child.pid ?? 0,
    client,
    async countRequests() {
      const answer = once(child, 'message');
      child.send('count');
      const [{ requests }] = (await answer) as [{ requests: number }];
      return requests;
    },
  };
}

type SocketBaseline = {
  url: string;
  /** Makes the server publish at once, and emit what comes back. */
  publish(user: string, event: string, body: unknown): void;
};

/** A bare Socket.IO server behind a bare NOTIFY or publication, by the address of the store. */
export async function openSocketBaseline(
  resources: AsyncDisposableStack,
  storeUrl: string,
): Promise<SocketBaseline> {
  const module = new URL('./socket-server.ts', import.meta.url);
  const { child, url } = await openBaseline(resources, module, [storeUrl]);
  return { url, publish: (user, event, body) => void child.send({ user, event, body }) };
}
