import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether the provider still takes what a kind sends, one row per kind. `findings` are of the last answer, `found_at`
  // says since when there are any; `failure` is why the last attempt had no answer.
  await sql`
    create table kind_check (
      kind text primary key,
      endpoint text not null,
      findings jsonb not null default '[]',
      found_at timestamptz,
      checked_at timestamptz,
      failure text,
      added_at timestamptz not null default now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table kind_check`.execute(db);
}
