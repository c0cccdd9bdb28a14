import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The request's key and the SHA-256 of what it asked for, as idempotency_key has them of a single submission.
  await sql`
    create table batch (
      id uuid primary key,
      user_id uuid not null references app_user (id),
      name text not null check (length(name) between 1 and 80),
      project_id uuid references project (id) on delete set null,
      lines smallint not null check (lines between 1 and 500),
      sets smallint not null check (sets between 1 and lines),
      cost bigint not null check (cost >= 0),
      request_key uuid,
      body_sha256 bytea not null,
      created_at timestamptz not null default now(),
      unique (user_id, request_key)
    )`.execute(db);
  await sql`create index batch_of_user on batch (user_id, created_at desc, id desc)`.execute(db);
  await sql`create index batch_project on batch (project_id) where project_id is not null`.execute(db);
  await sql`
    alter table generation
      add column batch_id uuid references batch (id) on delete set null,
      add column batch_line smallint,
      add column batch_set smallint`.execute(db);
  await sql`create index generation_batch on generation (batch_id, batch_line) where batch_id is not null`.execute(
    db,
  );
  await sql`
    create table batch_pick (
      batch_id uuid not null references batch (id) on delete cascade,
      set smallint not null,
      generation_id uuid not null references generation (id) on delete cascade,
      picked_at timestamptz not null default now(),
      primary key (batch_id, set)
    )`.execute(db);
  await sql`create index batch_pick_generation on batch_pick (generation_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table batch_pick`.execute(db);
  await sql`drop index generation_batch`.execute(db);
  await sql`alter table generation drop column batch_id, drop column batch_line, drop column batch_set`.execute(
    db,
  );
  await sql`drop table batch`.execute(db);
}
