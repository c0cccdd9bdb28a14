import { type Kysely, sql } from 'kysely';

/** SHA-256 of the body that was sent to fal, which the content credentials of every file name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation add column request_sha256 bytea`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column request_sha256`.execute(db);
}
