import type { PublicGeneration } from '@atelier/contract';
import { connectRealtime } from '@atelier/realtime/client';
import type { TestUser } from './user.ts';

export type Watcher = {
  /** The number of events that reported the end of each generation. */
  ends: Map<string, number>;
  /** The latest state of each generation, from events and reads. */
  states: Map<string, { status: string; revision: number }>;
  connections(): number;
  /** Adds a state that the page received in an answer. */
  update(generation: PublicGeneration): void;
  close(): void;
};

const running = new Set(['waiting', 'pending', 'processing']);

/** An open page: it receives events, and reads the current states after every connection. */
export async function watch(user: TestUser, url: string, baseUrl = url): Promise<Watcher> {
  const ends: Watcher['ends'] = new Map();
  const states: Watcher['states'] = new Map();
  let connections = 0;

  function update({ id, status, revision }: PublicGeneration): void {
    if ((states.get(id)?.revision ?? -1) < revision) states.set(id, { status, revision });
  }

  async function read(id: string): Promise<void> {
    const { body } = await user.ask<{ generation: PublicGeneration }>(
      'GET',
      `${baseUrl}/api/generations/${id}`,
    );
    update(body.generation);
  }

  /** Reads everything that is running, or was when last seen. */
  async function refresh(): Promise<void> {
    const { body } = await user.ask<{ data: PublicGeneration[] }>(
      'GET',
      `${baseUrl}/api/generations?active=true`,
    );
    for (const generation of body.data) update(generation);
    const open = [...states].filter(([, { status }]) => running.has(status));
    await Promise.all(open.map(([id]) => read(id)));
  }

  const headers = { cookie: user.cookie, origin: user.origin };
  const client = connectRealtime({ url, extraHeaders: headers });
  client.on('generation:changed', (change) => {
    if ('pointer' in change) {
      void read(change.pointer.id);
      return;
    }
    const { id, status } = change.generation;
    if (!running.has(status)) ends.set(id, (ends.get(id) ?? 0) + 1);
    update(change.generation);
  });
  const first = Promise.withResolvers<void>();
  client.onStatus((status) => {
    if (status !== 'connected') return;
    connections += 1;
    void refresh().then(first.resolve, first.reject);
  });
  await first.promise;
  return { ends, states, update, connections: () => connections, close: () => client.close() };
}
