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
    await createIdSequences(client);
    await grantUse(client, client.escapeIdentifier(appRole));
  } finally {
    await client.end();
  }
}

/** BullMQ makes a queue's sequence at the first job without an id, which a role without CREATE cannot do. */
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
    // The next migration's tables too, so that an upgrade does not end in "permission denied".
    await client.query(`alter default privileges in schema bullmq grant ${right} to ${role}`);
  }
}
