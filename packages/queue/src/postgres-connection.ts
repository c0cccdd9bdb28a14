import { type BackendFactory, type ConnectionOptions, createPostgresBackend } from 'bullmq';
import { Pool } from 'pg';
import type { OnError, StoreConnections } from './store-connections.ts';

type Options = { databaseUrl: string; maxConnections: number; onError: OnError };

/** One pool for everything: a pool per queue and worker, BullMQ's own way, would exceed a default server's 100. */
export function connectPostgres({ databaseUrl, maxConnections, onError }: Options): StoreConnections {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    // BullMQ cannot set the schema of a pool it did not make. The queue is a wake-up call: what a crash of the server
    // takes of its last moments is found again by the sweeper, so its commits do not wait for the disk. They stand in
    // the log before whatever is committed after them, so no message leaves the outbox that its job did not outlive.
    options: '-c search_path=bullmq -c synchronous_commit=off',
    // A silently dropped LISTEN connection would otherwise leave its worker asleep.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'atelier-queue',
  });
  // Every queue and worker adds a listener.
  pool.setMaxListeners(0);
  // On every client and not on the pool, which listens to idle ones only: BullMQ takes clients for transactions, and
  // one that is cut between two statements would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onError(error, 'queue database pool')));
  pool.on('error', () => undefined);

  // Casts: BullMQ's classes are typed for Redis unless the backend is a type parameter of each of them.
  const connection = pool as unknown as ConnectionOptions;
  return {
    kind: 'postgres',
    producerOptions: () => ({ connection }),
    consumerOptions: () => ({ connection }),
    factory: createPostgresBackend as unknown as BackendFactory,
    async exclusively(work) {
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock(hashtext($1))', ['atelier queue']);
        await work();
      } finally {
        // Destroyed, not given back: the lock ends with its connection.
        client.release(true);
      }
    },
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      await pool.end();
    },
  };
}
