// Internals of bullmq 6.7.0. Its functions write the events of jobs with `publish_event`, the one for many jobs straight
// into the table `event`; `next_job_id` creates the sequence of a queue; everything is in the schema `bullmq`. Nothing
// documented turns events off or prepares a queue for a role that owns nothing. At an upgrade: docs/library-internals.md.
import { runMigrations } from 'bullmq';
import { Client } from 'pg';
import { jobNames } from './jobs.ts';

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
