import { type Kysely, sql } from 'kysely';

/** Whether files that a user downloads do not carry the settings that made them; see docs/provenance.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column omits_recipes boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user drop column omits_recipes`.execute(db);
}
