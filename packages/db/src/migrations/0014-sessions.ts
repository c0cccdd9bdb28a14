import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a user needs to recognize their sessions. The key of the table is derived from the cookie and never leaves the
  // server; public_id names a session in the API, and stays the same when its user signs in again in the same browser.
  await sql`
    alter table user_session
      add column public_id uuid not null default gen_random_uuid() unique,
      add column authenticated_at timestamptz,
      add column user_agent text,
      add column sign_in_address text,
      add column last_address text,
      add column last_used_at timestamptz not null default now()`.execute(db);

  // What a user is asked about ("Was this you?") until they answer. session_id is the public_id of the session that
  // acted, which is not asked; it may have ended since.
  await sql`
    create table account_notice (
      id uuid primary key,
      user_id uuid not null references app_user,
      event_id bigint not null unique references audit_event,
      session_id uuid not null,
      is_for_later_sessions boolean not null,
      created_at timestamptz not null default now(),
      acknowledged_at timestamptz
    )`.execute(db);
  await sql`create index account_notice_user on account_notice (user_id, created_at desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_notice`.execute(db);
  await sql`
    alter table user_session
      drop column public_id, drop column authenticated_at, drop column user_agent,
      drop column sign_in_address, drop column last_address, drop column last_used_at`.execute(db);
}
