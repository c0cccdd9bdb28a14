import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A key that a user made for their own programs. The secret itself is shown once and never stored.
  await sql`
    create table api_key (
      id uuid primary key,
      user_id uuid not null references app_user,
      name text not null check (char_length(name) between 1 and 60),
      token_hash bytea not null unique check (octet_length(token_hash) = 32),
      ending text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index api_key_user on api_key (user_id, created_at desc)`.execute(db);

  // Which HTTP request made it, for logs; whom to tell of its end; the seed that the model says it used.
  await sql`
    alter table generation
      add column api_request_id uuid,
      add column webhook_url text,
      add column seed_used bigint`.execute(db);

  // One message to a user's own server: at most one per generation, sent until it is taken or given up.
  await sql`
    create table webhook_delivery (
      id uuid primary key,
      generation_id uuid not null unique references generation,
      user_id uuid not null references app_user,
      url text not null,
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
      attempts integer not null default 0 check (attempts >= 0),
      next_attempt_at timestamptz not null default now(),
      last_status integer,
      last_problem text,
      delivered_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index webhook_delivery_user on webhook_delivery (user_id, created_at desc)`.execute(db);
  await sql`
    create index webhook_delivery_due on webhook_delivery (next_attempt_at)
    where state = 'waiting'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table webhook_delivery`.execute(db);
  await sql`
    alter table generation drop column api_request_id, drop column webhook_url, drop column seed_used`.execute(
    db,
  );
  await sql`drop table api_key`.execute(db);
}
