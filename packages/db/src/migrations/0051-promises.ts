import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was promised before it was submitted: the seconds that a tenth to nine tenths were to end within. What was
  // promised when the provider accepted it. Neither changes afterwards, while `expected_seconds` follows its progress.
  await sql`
    alter table generation
      add column promised_deciles real[] check (cardinality(promised_deciles) = 9),
      add column accepted_seconds double precision,
      add column accepted_most_seconds double precision`.execute(db);
  // Waits and hours of the day have rows of their own now, and durations are kept as they are at any hour: what was
  // learned before means something else. The catalog's guess serves until there is more.
  await sql`delete from kind_duration`.execute(db);
  await sql`
    alter table kind_duration
      drop column places,
      add column unplaced_level double precision not null default 0.9 check (unplaced_level between 0.5 and 1),
      add column guess_seconds double precision not null,
      alter column level set default 0.9`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from kind_duration`.execute(db);
  await sql`
    alter table kind_duration
      add column places double precision not null default 0,
      drop column unplaced_level,
      drop column guess_seconds,
      alter column level drop default`.execute(db);
  await sql`
    alter table generation
      drop column promised_deciles, drop column accepted_seconds, drop column accepted_most_seconds`.execute(
    db,
  );
}
