import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What must still happen outside PostgreSQL: a job to enqueue, an event to send. A row goes when it was done.
  await sql`
    create table outbox (
      key text primary key,
      topic text not null check (topic in ('job', 'event')),
      payload jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index outbox_age on outbox (created_at)`.execute(db);

  await sql`
    create table provider_submission (
      generation_id uuid not null references generation,
      attempt integer not null,
      token_hash bytea not null,
      state text not null default 'sending'
        check (state in ('sending', 'sent', 'refused', 'unknown', 'orphan', 'orphan_cancelled')),
      provider_request_id text unique,
      started_at timestamptz not null default now(),
      primary key (generation_id, attempt)
    )`.execute(db);
  await sql`
    create index provider_submission_orphan on provider_submission (started_at)
    where state = 'orphan'`.execute(db);

  await sql`
    create table provider_event (
      provider_request_id text not null,
      kind text not null,
      body_sha256 bytea not null,
      generation_id uuid references generation,
      received_at timestamptz not null default now(),
      primary key (provider_request_id, kind, body_sha256)
    )`.execute(db);
  await sql`create index provider_event_generation on provider_event (generation_id)`.execute(db);
  await sql`create index provider_event_age on provider_event (received_at)`.execute(db);

  await sql`
    create table idempotency_key (
      user_id uuid not null references app_user,
      key uuid not null,
      body_sha256 bytea not null,
      generation_id uuid not null references generation,
      created_at timestamptz not null default now(),
      primary key (user_id, key)
    )`.execute(db);
  await sql`create index idempotency_key_generation on idempotency_key (generation_id)`.execute(db);
  await sql`create index idempotency_key_age on idempotency_key (created_at)`.execute(db);

  await sql`
    create table upload (
      id uuid primary key,
      user_id uuid not null references app_user,
      storage_key text not null unique,
      content_type text not null,
      bytes bigint,
      state text not null default 'open' check (state in ('open', 'stored', 'refused')),
      created_at timestamptz not null default now(),
      used_at timestamptz
    )`.execute(db);
  await sql`create index upload_user on upload (user_id, created_at desc)`.execute(db);
  await sql`create index upload_unused on upload (created_at) where used_at is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table upload, idempotency_key, provider_event, provider_submission, outbox`.execute(db);
}
