import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists btree_gin`.execute(db);
  await createGeneration(db);
  await createGenerationIndexes(db);
  await createOutput(db);
}

async function createGeneration(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table generation (
      id uuid primary key,
      user_id uuid not null references app_user,
      kind text not null,
      medium text not null check (medium in ('video', 'image', 'text', 'audio')),
      status text not null default 'pending'
        check (status in ('pending', 'processing', 'completed', 'failed', 'partial', 'cancelled')),
      revision integer not null default 1,

      prompt text not null,
      negative_prompt text not null default '',
      model text not null,
      mode text,
      width integer,
      height integer,
      input jsonb not null,
      adjustments jsonb not null default '[]',
      is_public boolean not null default false,
      is_favorite boolean not null default false,
      tags text[] not null default '{}',

      cost bigint not null check (cost > 0),
      settled bigint not null default 0 check (settled >= 0),
      released bigint not null default 0 check (released >= 0),

      stage text not null default 'reserved'
        check (stage in ('reserved', 'queued', 'generating', 'saving', 'cancelling', 'done')),
      stage_started_at timestamptz not null default now(),
      queue_position integer,
      percent integer check (percent between 0 and 99),
      expected_seconds real not null,

      submit_state text not null default 'none' check (submit_state in ('none', 'sending', 'sent', 'unknown')),
      attempt integer not null default 0,
      watch_run integer not null default 0,
      provider_endpoint text not null,
      provider_request_id text unique,
      provider_result jsonb,
      provider_error jsonb,
      error_code text,
      error_detail text,

      created_at timestamptz not null default now(),
      submitted_at timestamptz,
      cancel_requested_at timestamptz,
      next_check_at timestamptz not null,
      deadline_at timestamptz not null,
      finished_at timestamptz,
      deleted_at timestamptz,

      constraint money_is_whole check (
        (status in ('pending', 'processing') and settled = 0 and released = 0)
        or (status not in ('pending', 'processing') and settled + released = cost and finished_at is not null))
    )`.execute(db);
}

async function createGenerationIndexes(db: Kysely<unknown>): Promise<void> {
  // The histories: one owner, one medium, newest first.
  await sql`
    create index generation_history on generation (user_id, medium, created_at desc, id desc)
    where deleted_at is null`.execute(db);
  await sql`
    create index generation_running on generation (user_id, created_at desc)
    where status in ('pending', 'processing')`.execute(db);
  await sql`
    create index generation_due on generation (next_check_at)
    where status in ('pending', 'processing')`.execute(db);
  await sql`
    create index generation_timing on generation (kind, finished_at desc)
    where status = 'completed'`.execute(db);
  await sql`
    create index generation_search on generation using gin (user_id, prompt gin_trgm_ops)
    where deleted_at is null`.execute(db);
}

async function createOutput(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table output (
      id uuid primary key,
      generation_id uuid not null references generation,
      position integer not null,
      content_type text not null,
      storage_key text unique,
      poster_key text,
      placeholder text,
      bytes bigint,
      width integer,
      height integer,
      duration_seconds real,
      fps real,
      text text,
      is_flagged boolean not null default false,
      original_url text,
      unique (generation_id, position)
    )`.execute(db);
  await sql`create unique index output_poster on output (poster_key)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table output, generation`.execute(db);
  await sql`drop extension btree_gin`.execute(db);
  await sql`drop extension pg_trgm`.execute(db);
}
