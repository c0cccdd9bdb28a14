import { once } from 'node:events';
import { createFalClient, type FalClient } from '@fal-ai/client';
import { openFloor } from './open-floor.ts';

export type ProxyFloor = {
  /** 0 when there is none. */
  pid: number;
  /** fal's client as a page uses it. */
  client: FalClient;
  /** How many requests it has had so far. */
  countRequests(): Promise<number>;
};

/** A server that only passes on to the provider at this address what pages ask. */
export async function openProxyFloor(
  resources: AsyncDisposableStack,
  providerUrl: string,
): Promise<ProxyFloor> {
  const module = new URL('./proxy-server.ts', import.meta.url);
  const { child, url } = await openFloor(resources, module, [providerUrl]);
  const client = createFalClient({
    // Comes before the proxy's rewrite; `when` is needed because this is no browser.
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
