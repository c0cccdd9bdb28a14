import type { PublicGeneration } from '@atelier/contract';
import { connectRealtime } from '@atelier/realtime/client';
import type { TestUser } from './user.ts';

export type Watcher = {
  /** How often the end of each generation was told by an event. */
  ends: Map<string, number>;
  /** The newest state of each generation, by events and by reading. */
  states: Map<string, { status: string; revision: number }>;
  connections(): number;
  /** What the page itself was answered. */
  learn(generation: PublicGeneration): void;
  close(): void;
};

const running = new Set(['pending', 'processing']);

/** A page that is open: told by events, and reading once after each time that it was connected again. */
export async function watch(user: TestUser, url: string, baseUrl = url): Promise<Watcher> {
  const ends: Watcher['ends'] = new Map();
  const states: Watcher['states'] = new Map();
  let connections = 0;

  function learn({ id, status, revision }: PublicGeneration): void {
    if ((states.get(id)?.revision ?? -1) < revision) states.set(id, { status, revision });
  }

  async function read(id: string): Promise<void> {
    const { body } = await user.ask<{ generation: PublicGeneration }>(
      'GET',
      `${baseUrl}/api/generations/${id}`,
    );
    learn(body.generation);
  }

  /** What runs, and what ran when it was last heard of. */
  async function readAgain(): Promise<void> {
    const { body } = await user.ask<{ data: PublicGeneration[] }>(
      'GET',
      `${baseUrl}/api/generations?active=true`,
    );
    for (const generation of body.data) learn(generation);
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
    learn(change.generation);
  });
  const first = Promise.withResolvers<void>();
  client.onStatus((status) => {
    if (status !== 'connected') return;
    connections += 1;
    void readAgain().then(first.resolve, first.reject);
  });
  await first.promise;
  return { ends, states, learn, connections: () => connections, close: () => client.close() };
}
