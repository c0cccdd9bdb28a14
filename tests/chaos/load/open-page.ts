import { setTimeout as wait } from 'node:timers/promises';
import type { PublicGeneration } from '@atelier/contract';
import { connectRealtime } from '@atelier/realtime/client';
import type { Client } from './client.ts';

export type Page = {
  /** The last state that the page has seen of each generation. */
  states: ReadonlyMap<string, { status: string; revision: number }>;
  /** Adds a state that the page received in an answer. */
  update(generation: PublicGeneration): void;
  /** When its socket last connected, in `Date.now()` milliseconds; 0 before that. */
  connectedAtMs(): number;
  close(): void;
};

const idsAtOnce = 100;
const retryMs = 1_000;

/** An open page: it receives events, and reads the current states after every connection until that succeeds. */
export function openPage(client: Client, url = client.origin): Page {
  const states = new Map<string, { status: string; revision: number }>();
  let isClosed = false;
  let connection = 0;
  let connectedAtMs = 0;

  function update({ id, status, revision }: PublicGeneration): void {
    if ((states.get(id)?.revision ?? -1) < revision) states.set(id, { status, revision });
  }

  async function read<Body>(path: string): Promise<Body> {
    const { status, body } = await client.send('GET', path);
    if (status !== 200) throw new Error(`${path} answers ${status}`);
    return body as Body;
  }

  async function readOne(id: string): Promise<void> {
    update((await read<{ generation: PublicGeneration }>(`/api/generations/${id}`)).generation);
  }

  /** Everything that runs, and everything that the page shows: what ended may have been refunded meanwhile. */
  async function readAll(): Promise<void> {
    const shown = [...states.keys()];
    for (let from = 0; from === 0 || from < shown.length; from += idsAtOnce) {
      const ids = shown.slice(from, from + idsAtOnce).join(',');
      const query = ids === '' ? 'active=true' : `active=true&ids=${ids}`;
      const { data } = await read<{ data: PublicGeneration[] }>(`/api/generations?${query}`);
      data.forEach(update);
    }
  }

  async function keepTrying(work: () => Promise<void>, isWanted: () => boolean): Promise<void> {
    while (isWanted()) {
      try {
        return await work();
      } catch {
        // No answer, or one of a server that is not well: the page asks again.
        await wait(retryMs);
      }
    }
  }

  function readSoon(id: string): void {
    const isWanted = () => !isClosed;
    void keepTrying(() => readOne(id), isWanted);
  }

  const socket = connectRealtime({
    url,
    extraHeaders: { cookie: client.cookie, origin: client.origin },
  });
  socket.on('generation:changed', (change) => {
    if ('generation' in change) update(change.generation);
    else readSoon(change.pointer.id);
  });
  socket.on('generation:deleted', ({ id }) => void states.delete(id));
  // A page that missed the deletion still shows the state from before it.
  socket.on('library:changed', ({ restored = [] }) => restored.forEach(readSoon));
  socket.onStatus((status) => {
    if (status !== 'connected') return;
    connection += 1;
    connectedAtMs = Date.now();
    const own = connection;
    void keepTrying(readAll, () => !isClosed && own === connection);
  });
  return {
    states,
    update,
    connectedAtMs: () => connectedAtMs,
    close() {
      isClosed = true;
      socket.close();
    },
  };
}
