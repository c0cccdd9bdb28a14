import { type Kysely, sql } from 'kysely';

/** Words of a transcript with their times and speakers, as the model reported them; `text` has them as one text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table output add column transcript jsonb`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table output drop column transcript`.execute(db);
}
