import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  attachRealtime,
  type Identity,
  isSocketUpgrade,
  type Realtime,
  type RealtimeOptions,
} from '../index.ts';

export const ownOrigin = 'http://atelier.test';

export type TestServer = Realtime & { url: string; stop(): Promise<void> };

/** A server whose session cookie contains the identity: `session=<user id>.<session id>`. */
export async function startServer(
  options: Pick<RealtimeOptions, 'databaseUrl' | 'redisUrl' | 'channelPrefix'> & Partial<RealtimeOptions>,
): Promise<TestServer> {
  const httpServer = createServer({ shouldUpgradeCallback: isSocketUpgrade }, (_request, response) => {
    response.writeHead(404).end();
  });
  const realtime = attachRealtime(httpServer, {
    isOriginAllowed: (origin) => origin === ownOrigin,
    authenticate: async (request) => readIdentity(request.headers.cookie),
    maxSocketsPerUser: 100,
    onTooManySockets: () => {},
    onError: () => {},
    ...options,
  });
  await realtime.ready();
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  return {
    ...realtime,
    url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
    async stop() {
      await realtime.close();
      await new Promise((resolve) => httpServer.close(resolve));
    },
  };
}

function readIdentity(cookie: string | undefined): Identity | null {
  const [, userId, sessionId] = cookie?.match(/session=([\w-]+)\.([\w-]+)/) ?? [];
  return userId && sessionId ? { userId, sessionId } : null;
}
