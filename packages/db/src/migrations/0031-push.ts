import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The key pair that push services know this deployment by (RFC 8292), for all of its processes. One row at most.
  await sql`
    create table push_key (
      is_only boolean primary key default true check (is_only),
      public_key text not null,
      private_key text not null,
      created_at timestamptz not null default now()
    )`.execute(db);

  // Where a browser takes push messages, and the keys that encrypt them for it alone. It ends with its session, however
  // that ends. application_key is the public key that the browser subscribed with: messages signed by another are refused.
  await sql`
    create table push_subscription (
      session_id uuid primary key references user_session (public_id) on delete cascade,
      user_id uuid not null references app_user,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      application_key text not null,
      language text not null,
      created_at timestamptz not null default now(),
      renewed_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index push_subscription_user on push_subscription (user_id, renewed_at desc)`.execute(db);

  // What is still to be sent: the end of one generation to one browser. A row is removed when it was sent or given up.
  await sql`
    create table push_message (
      id uuid primary key default gen_random_uuid(),
      generation_id uuid not null references generation,
      session_id uuid not null references push_subscription on delete cascade,
      attempts integer not null default 0 check (attempts >= 0),
      next_attempt_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      unique (generation_id, session_id)
    )`.execute(db);
  await sql`create index push_message_session on push_message (session_id)`.execute(db);
  await sql`create index push_message_due on push_message (next_attempt_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table push_message, push_subscription, push_key`.execute(db);
}
