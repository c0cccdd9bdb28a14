import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the model was first seen at work: what came before was waiting.
  await sql`alter table generation add column generating_at timestamptz`.execute(db);

  // How generations of a kind have ended, by the hour in which they did. Durations are counted in buckets that are each a
  // tenth longer than the one before, so that those of any number of hours can be added up. Nothing in it is anybody's.
  await sql`
    create table kind_hour (
      kind text not null,
      hour timestamptz not null,
      what text not null,
      bucket smallint not null,
      count integer not null check (count > 0),
      primary key (hour, kind, what, bucket)
    )`.execute(db);
  // Up to when they are counted. One row at most.
  await sql`
    create table kind_hour_mark (
      id boolean primary key default true check (id),
      counted_to timestamptz not null
    )`.execute(db);
  await sql`insert into kind_hour_mark (counted_to) values (now() - interval '7 days')`.execute(db);

  // All ends of a kind, the last first, in place of the completed ones alone.
  await sql`
    create index generation_ended on generation (kind, finished_at desc) include (status, error_code)
    where finished_at is not null`.execute(db);
  await sql`drop index generation_timing`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index generation_timing on generation (kind, finished_at desc) where status = 'completed'`.execute(
    db,
  );
  await sql`drop index generation_ended`.execute(db);
  await sql`drop table kind_hour_mark, kind_hour`.execute(db);
  await sql`alter table generation drop column generating_at`.execute(db);
}
