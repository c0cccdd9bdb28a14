import { createAdapter } from '@socket.io/postgres-adapter';
import { Pool } from 'pg';
import type { Bus, BusOptions } from './bus.ts';
import { createEmitter } from './create-emitter.ts';
import { createListenPool } from './listen-pool.ts';

// setInterval takes no longer time. The adapter cleans a table of attachments that we never use and do not have.
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
