import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the model said, tidied for the owner; error_detail is its raw text, for operators. error_fields is a list of
  // { field, message } by the names of our own fields.
  await sql`
    alter table generation
      add column error_reason text,
      add column error_fields jsonb not null default '[]'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column error_reason, drop column error_fields`.execute(db);
}
