import { type BackendFactory, type ConnectionOptions, createPostgresBackend, runMigrations } from 'bullmq';
import { Client, Pool } from 'pg';
import { jobNames } from './jobs.ts';
import { poolForBullmq } from './pool-for-bullmq.ts';
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
  // On every client and not on the pool, which listens to idle ones only: BullMQ takes clients for transactions, and
  // one that is cut between two statements would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onError(error, 'queue database pool')));
  pool.on('error', () => undefined);

  // Casts: BullMQ's classes are typed for Redis unless the backend is a type parameter of each of them.
  const connection = poolForBullmq(pool) as unknown as ConnectionOptions;
  return {
    kind: 'postgres',
    producerOptions: () => ({ connection }),
    consumerOptions() {
      pool.options.max = commandConnections + 1;
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
    // Nothing to remove: see silenceEvents.
    async removeErrorEvents() {},
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
    await silenceEvents(client);
    await createIdSequences(client);
    await grantUse(client, client.escapeIdentifier(appRole));
  } finally {
    await client.end();
  }
}

/**
 * BullMQ writes four or five events for each job, and with most of them wakes every connection of the database that
 * listens to anything. Our processes never read them, and they cost more than everything else about a job. The rule is for
 * commands that add many jobs, which write theirs without the function.
 */
async function silenceEvents(client: Client): Promise<void> {
  await client.query(`
    create or replace function bullmq.publish_event(p_queue text, p_event text, p_data jsonb) returns bigint
      language sql immutable as 'select null::bigint';
    create or replace rule no_events as on insert to bullmq.event do instead nothing;
    delete from bullmq.event;`);
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
    // Includes tables of future migrations, so that an upgrade does not end in "permission denied".
    await client.query(`alter default privileges in schema bullmq grant ${right} to ${role}`);
  }
}
