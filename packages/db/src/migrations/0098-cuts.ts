import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What is cut here uses no model, and is free: its generation has no entries in the ledger.
  await sql`
    alter table generation
      drop constraint generation_cost_check,
      add constraint generation_cost_check check (cost > 0 or (cost = 0 and kind = 'cut'))`.execute(db);

  // The rendering of a cut. Its result is a generation, made when the file is stored. `plan` has the addresses of our own
  // storage, `sources` the outputs among them. A run is left alone until `next_check_at`, and counts as a crash until it
  // is given back or ends.
  await sql`
    create table cut (
      id uuid primary key,
      user_id uuid not null references app_user,
      request_id uuid,
      plan jsonb not null,
      sources jsonb not null default '[]',
      project_id uuid references project on delete set null,
      state text not null default 'waiting'
        check (state in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
      revision integer not null default 1,
      run integer not null default 0,
      crashes integer not null default 0,
      percent integer check (percent between 0 and 100),
      error_code text,
      generation_id uuid references generation,
      next_check_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (user_id, request_id),
      constraint end_is_whole check (
        (state in ('waiting', 'running')) = (finished_at is null)
        and (state = 'completed') = (generation_id is not null) and (state = 'failed') = (error_code is not null))
    )`.execute(db);
  await sql`create index cut_user on cut (user_id, created_at desc)`.execute(db);
  await sql`create index cut_due on cut (next_check_at) where state in ('waiting', 'running')`.execute(db);
  await sql`create index cut_project on cut (project_id)`.execute(db);
  await sql`create index cut_generation on cut (generation_id)`.execute(db);
  await sql`create index cut_ended on cut (finished_at) where finished_at is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table cut`.execute(db);
  await sql`
    alter table generation
      drop constraint generation_cost_check,
      add constraint generation_cost_check check (cost > 0)`.execute(db);
}
