import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The preview column shows the newest of every medium, which generation_history cannot order. Not partial: it is
  // also the index of the foreign key to the user.
  await sql`create index generation_newest on generation (user_id, created_at desc, id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index generation_newest`.execute(db);
}
