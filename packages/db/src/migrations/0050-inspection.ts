import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What is wrong, or perhaps wrong, with a result: only for those with which something is. `frames` is what was looked
  // at, to be shown to the provider. An output with a fault has no files.
  await sql`
    create table inspection (
      output_id uuid primary key references output on delete cascade,
      fault text,
      doubt text,
      measured jsonb not null,
      frames bytea,
      created_at timestamptz not null default now(),
      check (num_nonnulls(fault, doubt) = 1)
    )`.execute(db);
  // The first doubt about a result, how many of its outputs have one, and what its owner said.
  await sql`
    alter table generation
      add column doubt text,
      add column doubtful_outputs integer not null default 0,
      add column doubt_answer text check (doubt_answer in ('kept', 'returned'))`.execute(db);
  await sql`create index generation_returned on generation (user_id, finished_at) where doubt_answer = 'returned'`.execute(
    db,
  );
  await sql`create index inspection_created_at on inspection (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table inspection`.execute(db);
  await sql`
    alter table generation drop column doubt, drop column doubtful_outputs, drop column doubt_answer`.execute(
    db,
  );
}
