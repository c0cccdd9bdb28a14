import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Realtime } from '@atelier/realtime';
import type { Api } from '../api.ts';
import type { ApiDeps } from '../deps.ts';

/** Of the 25 s that a process has, what requests and sockets may take. */
const limitMs = 20_000;

/** While a process stops, every answer asks its connection to end, so that no proxy keeps one for its next request. */
export function addDrain(api: Api, { drain }: Pick<ApiDeps, 'drain'>): void {
  api.addHook('onSend', async (_request, reply) => {
    if (drain.hasBegun) reply.header('connection', 'close');
  });
}

/**
 * Stops an api without a request that fails: it says that it is not ready and goes on for `drainMs`, then takes no more
 * connections, sends its sockets elsewhere and finishes what it has begun. What takes too long is cut off.
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
    // The listener first: a socket that is sent away must not find its way back.
    const closed = api.close();
    realtime.sendAway();
    await closed;
    clearTimeout(cut);
    await realtime.close();
  };
}
