import { connectRealtime, type RealtimeClient } from '@atelier/realtime/client';
import { forEachInParallel } from '../measure/call-in-parallel.ts';

type Options<Viewer> = {
  url: string;
  viewers: readonly Viewer[];
  /** What a browser would send: its page's origin and its cookie. */
  headersOf(viewer: Viewer): Record<string, string>;
  resources: AsyncDisposableStack;
};

const connectingAtOnce = 50;
const patienceMs = 30_000;

/** One socket per viewer, all connected when this resolves, in the viewers' order. */
export async function connectViewers<Viewer>(options: Options<Viewer>): Promise<RealtimeClient[]> {
  const { url, viewers, headersOf, resources } = options;
  const clients: RealtimeClient[] = [];
  resources.defer(() => {
    for (const client of clients) client.close();
  });
  await forEachInParallel(viewers, connectingAtOnce, async (viewer, index) => {
    const client = connectRealtime({ url, extraHeaders: headersOf(viewer) });
    clients[index] = client;
    await untilConnected(client);
  });
  return clients;
}

function untilConnected(client: RealtimeClient): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A socket was not let in')), patienceMs);
    client.onStatus((status) => {
      if (status !== 'connected') return;
      clearTimeout(timer);
      resolve();
    });
  });
}
