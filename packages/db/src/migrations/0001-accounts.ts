import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_user (
      id uuid primary key,
      email text not null,
      name text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index app_user_email on app_user (lower(email))`.execute(db);

  await sql`
    create table oauth_account (
      provider text not null,
      subject text not null,
      user_id uuid not null references app_user,
      created_at timestamptz not null default now(),
      primary key (provider, subject)
    )`.execute(db);
  await sql`create index oauth_account_user on oauth_account (user_id)`.execute(db);

  // id is the SHA-256 of the cookie's value: reading this table does not let anybody in.
  await sql`
    create table user_session (
      id text primary key,
      user_id uuid not null references app_user,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index user_session_user on user_session (user_id)`.execute(db);
  await sql`create index user_session_expiry on user_session (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table user_session, oauth_account, app_user`.execute(db);
}
