import { type Kysely, sql } from 'kysely';

/** Whether files that visitors download from a user's shared pages carry what the page shows; see docs/provenance.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column shares_recipes boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user drop column shares_recipes`.execute(db);
}
