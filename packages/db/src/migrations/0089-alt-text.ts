import { type Kysely, sql } from 'kysely';

/** A description of a result for those who do not see it, written by its owner; without one its prompt stands for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation add column alt_text text check (char_length(alt_text) between 1 and 1000)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column alt_text`.execute(db);
}
