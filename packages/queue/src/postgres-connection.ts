import type { BackendFactory, ConnectionOptions } from 'bullmq';
import { Pool } from 'pg';
import { createSignalledBackends } from './signalled-backend.ts';
import type { OnError, StoreConnections } from './store-connections.ts';

type Options = { databaseUrl: string; isPooled?: boolean | undefined; onError: OnError };

/** Connections for the commands of all queues of a process, besides the one that listens for its workers. */
const commandConnections = 8;

/** One pool for everything: BullMQ's default of a pool per queue and worker would exceed a server's default of 100. */
export function connectPostgres({ databaseUrl, isPooled, onError }: Options): StoreConnections {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: commandConnections,
    // BullMQ cannot set the schema of a pool that it did not create. Jobs are only wake-up calls, and the sweeper
    // restores those that a server crash loses, so their commits do not wait for the disk. Later commits come after them
    // in the log, so an outbox row is never removed before its job is durable.
    ...(isPooled
      ? {
          // A pooler refuses start-up options. Awaited by the pool, in spite of its type.
          onConnect: async (client) =>
            void (await client.query('set search_path = bullmq; set synchronous_commit = off')),
        }
      : { options: '-c search_path=bullmq -c synchronous_commit=off' }),
    // A silently dropped LISTEN connection would otherwise leave its worker asleep.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'atelier-queue',
  });
  // Every queue and worker adds a listener.
  pool.setMaxListeners(0);
  // Listens on every client and not on the pool, which listens to idle ones only: BullMQ takes clients for
  // transactions, and one that is cut between two statements would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onError(error, 'queue database pool')));
  pool.on('error', () => undefined);

  // Casts: BullMQ's classes are typed for Redis unless the backend is a type parameter of each of them.
  const connection = pool as unknown as ConnectionOptions;
  return {
    kind: 'postgres',
    producerOptions: () => ({ connection }),
    consumerOptions() {
      pool.options.max = commandConnections + 1;
      return { connection };
    },
    factory: createSignalledBackends(pool) as unknown as BackendFactory,
    async exclusively(work) {
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock(hashtext($1))', ['atelier queue']);
        await work();
      } finally {
        // Destroyed, not returned to the pool: the lock ends with its connection.
        client.release(true);
      }
    },
    // Nothing to remove: see migrate-queue-schema.ts.
    async removeErrorEvents() {},
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      await pool.end();
    },
  };
}
