import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A user's own folder of records. Its records stay when it is deleted. `position` orders a user's projects, from 0.
  await sql`
    create table project (
      id uuid primary key,
      user_id uuid not null references app_user,
      name text not null check (char_length(name) between 1 and 80),
      cover_id uuid references generation on delete set null,
      position integer not null check (position >= 0),
      archived_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index project_user on project (user_id, position)`.execute(db);
  await sql`create index project_cover on project (cover_id) where cover_id is not null`.execute(db);
  // Without a value, so no row of the table is written.
  await sql`alter table generation add column project_id uuid references project on delete set null`.execute(
    db,
  );
  await sql`
    create index generation_project on generation (project_id, created_at desc, id desc)
    include (medium, settled, deleted_at) where project_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column project_id`.execute(db);
  await sql`drop table project`.execute(db);
}
