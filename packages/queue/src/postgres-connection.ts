import { type BackendFactory, type ConnectionOptions, createPostgresBackend, runMigrations } from 'bullmq';
import { Client, Pool } from 'pg';
import { jobNames } from './jobs.ts';
import type { OnError, StoreConnections } from './store-connections.ts';

type Options = { databaseUrl: string; onError: OnError };

/** For commands of all queues of a process. Those that listen come on top. */
const commandConnections = 8;

/** One pool for everything: BullMQ's default of a pool per queue and worker would exceed a server's default of 100. */
export function connectPostgres({ databaseUrl, onError }: Options): StoreConnections {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: commandConnections,
    // BullMQ cannot set the schema of a pool that it did not create. Jobs are only wake-up calls, and the sweeper
    // restores those that a server crash loses, so their commits do not wait for the disk. Later commits come after them
    // in the log, so an outbox row is never removed before its job is durable.
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
    consumerOptions() {
      // Each worker keeps one for LISTEN: without room for it, workers would leave none for commands.
      pool.options.max += 1;
      return { connection };
    },
    factory: createPostgresBackend as unknown as BackendFactory,
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
    async removeErrorEvents(queues) {
      // Rows that BullMQ trims at this moment are skipped: they go anyway, and waiting for them could be a deadlock.
      await pool.query(
        `delete from event where (queue, id) in
           (select queue, id from event where queue = any($1) and data ? 'failedReason' for update skip locked)`,
        [queues.map(({ name }) => name)],
      );
    },
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      await pool.end();
    },
  };
}

/**
 * Brings BullMQ's schema in PostgreSQL up to date and lets `appRole` use it without owning it. Run at every deploy,
 * before the processes start: connecting does not migrate, and code and schema are upgraded together.
 */
export async function migrateQueueSchema(adminUrl: string, appRole: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await runMigrations(client);
    await createIdSequences(client);
    await grantUse(client, client.escapeIdentifier(appRole));
  } finally {
    await client.end();
  }
}

/** BullMQ creates a queue's sequence at the first job without an id, which a role without CREATE cannot do. */
async function createIdSequences(client: Client): Promise<void> {
  for (const name of jobNames) await client.query('select bullmq.next_job_id($1)', [name]);
}

async function grantUse(client: Client, role: string): Promise<void> {
  const rights = [
    'select, insert, update, delete on tables',
    'usage, select on sequences',
    'execute on functions',
  ];
  await client.query(`grant usage on schema bullmq to ${role}`);
  for (const right of rights) {
    await client.query(`grant ${right.replace(' on ', ' on all ')} in schema bullmq to ${role}`);
    // Also for tables of future migrations, so that an upgrade does not end in "permission denied".
    await client.query(`alter default privileges in schema bullmq grant ${right} to ${role}`);
  }
}
