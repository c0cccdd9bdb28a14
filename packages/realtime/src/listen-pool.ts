import { Client, type Pool } from 'pg';
import type { OnError } from './create-emitter.ts';

type ListenPoolOptions = { pool: Pool; databaseUrl: string; onError: OnError; onRestored: () => void };

export type ListenPool = {
  /** For createAdapter, which uses `query` and `connect` of a pool and no more. */
  asPool: Pool;
  /** Resolves after the first LISTEN. */
  listening(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The pool as the adapter may have it. The adapter takes its LISTEN connection out of the pool, listens to no error of
 * it (a dropped one would end the process) and never gives it back (the pool would run empty), so `connect` opens one
 * beside the pool instead.
 */
export function createListenPool({ pool, databaseUrl, onError, onRestored }: ListenPoolOptions): ListenPool {
  const firstListen = Promise.withResolvers<void>();
  let listens = 0;
  let current: Client | undefined;
  let isClosed = false;

  async function connect() {
    if (isClosed) throw new Error('The realtime bus is closed');
    const client = new Client({
      connectionString: databaseUrl,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'atelier-realtime-listen',
    });
    client.on('error', (error) => onError(error, 'realtime listen connection'));
    await client.connect();
    current = client;
    return {
      on: client.on.bind(client),
      removeAllListeners: client.removeAllListeners.bind(client),
      release: () => void client.end(),
      async query(text: string) {
        const result = await client.query(text);
        listens += 1;
        if (listens > 1) onRestored();
        firstListen.resolve();
        return result;
      },
    };
  }

  return {
    asPool: { connect, query: pool.query.bind(pool) } as unknown as Pool,
    listening: () => firstListen.promise,
    async close() {
      isClosed = true;
      await current?.end();
    },
  };
}
