import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a generation was made from: files of another one in a field of its input (`input`), a frame cut out of its
  // video (`frame`), or its settings (`settings`, without a field).
  await sql`
    create table generation_source (
      generation_id uuid not null references generation on delete cascade,
      source_id uuid not null references generation on delete cascade,
      relation text not null check (relation in ('input', 'frame', 'settings')),
      field text not null default '',
      output_position integer check (output_position >= 0),
      primary key (generation_id, source_id, relation, field),
      check (generation_id <> source_id)
    )`.execute(db);
  await sql`create index generation_source_source on generation_source (source_id)`.execute(db);
  // The video that a frame was cut out of.
  await sql`alter table upload add column source_output_id uuid references output on delete set null`.execute(
    db,
  );
  await sql`
    create index upload_source on upload (source_output_id) where source_output_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload drop column source_output_id`.execute(db);
  await sql`drop table generation_source`.execute(db);
}
