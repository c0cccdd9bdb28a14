// Internals of @socket.io/postgres-adapter 0.5.0. It takes one client out of its pool with `connect` to listen, does not
// handle the errors of that client (so a dropped one would end the process), takes another two seconds after its `end`,
// and returns it only when it closes (so a pool of two would lose one). Of its pool it calls nothing but `connect` and
// `query`: it gets an object with these two, which opens a connection beside the pool to listen. It also cleans a table of
// attachments every `cleanupInterval`, which is not there. At an upgrade: docs/library-internals.md.
import { createAdapter } from '@socket.io/postgres-adapter';
import { Client, Pool } from 'pg';
import type { Bus, BusOptions } from './bus.ts';
import { createEmitter, type OnError } from './create-emitter.ts';

/** The longest time for setInterval. */
const neverMs = 2 ** 31 - 1;

/** One connection that listens and up to two that notify, per process. */
export function createPostgresBus(databaseUrl: string, options: BusOptions): Bus {
  const { channelPrefix, onError } = options;
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 2,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'atelier-realtime',
  });
  pool.on('error', (error) => onError(error, 'realtime database pool'));
  const listenPool = createListenPool({ pool, databaseUrl, onError, onRestored: options.onRestored });

  return {
    adapter: createAdapter(listenPool.asPool, {
      channelPrefix,
      cleanupInterval: neverMs,
      errorHandler: (error) => onError(error, 'realtime postgres adapter'),
    }),
    emitter: createEmitter({ pool, channelPrefix, onError }),
    ready: listenPool.listening,
    async close() {
      await listenPool.close();
      await pool.end();
    },
  };
}

type ListenPoolOptions = { pool: Pool; databaseUrl: string; onError: OnError; onRestored: () => void };

type ListenPool = {
  /** Pool for createAdapter. */
  asPool: Pool;
  /** Resolves after the first LISTEN. */
  listening(): Promise<void>;
  close(): Promise<void>;
};

function createListenPool({ pool, databaseUrl, onError, onRestored }: ListenPoolOptions): ListenPool {
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
