import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A page that shows one generation to everyone who has its address. It is found by the SHA-256 of the token in that
  // address; the token itself is kept so that its owner can copy the link again. A generation has one at a time.
  await sql`
    create table share (
      id uuid primary key,
      generation_id uuid not null references generation on delete cascade,
      user_id uuid not null references app_user,
      token text not null,
      token_hash bytea not null unique,
      shows_prompt boolean not null default true,
      shows_settings boolean not null default true,
      allows_download boolean not null default false,
      allows_indexing boolean not null default false,
      views bigint not null default 0 check (views >= 0),
      created_at timestamptz not null default now(),
      ends_at timestamptz,
      ended_at timestamptz,
      hidden_at timestamptz
    )`.execute(db);
  await sql`create unique index share_generation on share (generation_id) where ended_at is null`.execute(db);
  await sql`create index share_generations on share (generation_id)`.execute(db);
  await sql`create index share_user on share (user_id, created_at desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table share`.execute(db);
}
