import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was promised: with `expected_seconds` in the middle, nine of ten are to end within this. The place at the
  // provider when it accepted.
  await sql`
    alter table generation
      add column expected_most_seconds double precision,
      add column place_at_provider integer`.execute(db);
  // The last durations of a kind, and of it with certain settings: logarithms of what they were of the catalog's guess,
  // the newest first. Nothing in it is anybody's.
  await sql`
    create table kind_duration (
      kind text not null,
      slice text not null,
      recent real[] not null,
      level double precision not null check (level between 0.5 and 1),
      place_seconds double precision not null default 0,
      places double precision not null default 0,
      ended_at timestamptz not null default now(),
      primary key (kind, slice)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table kind_duration`.execute(db);
  await sql`alter table generation drop column expected_most_seconds, drop column place_at_provider`.execute(
    db,
  );
}
