import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A browser keeps its id, so every other one is asked, whenever it signed in.
  await sql`alter table account_notice drop column is_for_later_sessions`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_notice add column is_for_later_sessions boolean not null default true`.execute(
    db,
  );
}
