import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the provider last had no payload left that is to be deleted; null until the first deletion.
  await sql`alter table cost_mark add column payloads_deleted_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cost_mark drop column payloads_deleted_at`.execute(db);
}
