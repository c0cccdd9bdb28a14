import { connectRealtime, type RealtimeClient } from '@atelier/realtime/client';
import { forEachInParallel } from '../measure/call-in-parallel.ts';

type Options<Viewer> = {
  url: string;
  viewers: readonly Viewer[];
  /** Headers that a browser would send: origin and cookie. */
  readHeaders(viewer: Viewer): Record<string, string>;
  resources: AsyncDisposableStack;
};

const connectingAtOnce = 50;
const timeoutMs = 30_000;

/** Connects one socket per viewer; returns them in the viewers' order. */
export async function connectViewers<Viewer>(options: Options<Viewer>): Promise<RealtimeClient[]> {
  const { url, viewers, readHeaders, resources } = options;
  const clients: RealtimeClient[] = [];
  resources.defer(() => {
    for (const client of clients) client.close();
  });
  await forEachInParallel(viewers, connectingAtOnce, async (viewer, index) => {
    const client = connectRealtime({ url, extraHeaders: readHeaders(viewer) });
    clients[index] = client;
    await untilConnected(client);
  });
  return clients;
}

function untilConnected(client: RealtimeClient): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A socket was not accepted')), timeoutMs);
    client.onStatus((status) => {
      if (status !== 'connected') return;
      clearTimeout(timer);
      resolve();
    });
  });
}
