import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Realtime } from '@atelier/realtime';
import type { Api } from '../api.ts';
import type { ApiDeps } from '../deps.ts';

/** The share of the 25 s shutdown budget for requests and sockets. */
const limitMs = 20_000;

/** While the process stops, every reply closes its connection, so that no proxy reuses it for the next request. */
export function addDrain(api: Api, { drain }: Pick<ApiDeps, 'drain'>): void {
  api.addHook('onSend', async (_request, reply) => {
    if (drain.hasBegun) reply.header('connection', 'close');
  });
}

/**
 * Stops an API without failing a request: it reports not ready and keeps serving for `drainMs`, then accepts no more
 * connections, sends its sockets to other processes and finishes requests in flight. Connections that are still open
 * after the limit are destroyed.
 */
export function createStop(
  { api, realtime }: { api: Api; realtime: Realtime },
  { drain, drainMs }: Pick<ApiDeps, 'drain'> & { drainMs: number },
): () => Promise<void> {
  const connections = new Set<Socket>();
  api.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return async () => {
    drain.hasBegun = true;
    const cut = setTimeout(() => {
      for (const socket of connections) socket.destroy();
    }, limitMs);
    await delay(drainMs);
    // Close the listener first, or sockets would reconnect to this process.
    const closed = api.close();
    realtime.sendAway();
    await closed;
    clearTimeout(cut);
    await realtime.close();
  };
}
