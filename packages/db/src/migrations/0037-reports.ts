import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One visitor's report of a shared generation, whose state they can read at an address that has the token of
  // status_hash (SHA-256). Further reports of a page that has many open ones are counted in one of these (repeats).
  await sql`
    create table report (
      id uuid primary key,
      share_id uuid not null references share on delete cascade,
      generation_id uuid not null references generation on delete cascade,
      reason text not null check (reason in ('intimate', 'minor', 'violence', 'hate', 'copyright', 'privacy', 'deception', 'other')),
      details text not null default '' check (char_length(details) <= 4000),
      signature text check (char_length(signature) <= 200),
      email text check (char_length(email) <= 320),
      status_hash bytea not null unique,
      repeats integer not null default 0,
      created_at timestamptz not null default now(),
      due_at timestamptz not null,
      decision text check (decision in ('kept', 'hidden', 'restored', 'removed')),
      decided_at timestamptz,
      decided_by text,
      note text,
      check ((decision is null) = (decided_at is null))
    )`.execute(db);
  await sql`create index report_share on report (share_id)`.execute(db);
  await sql`create index report_generation on report (generation_id)`.execute(db);
  await sql`create index report_open on report (due_at, id) where decided_at is null`.execute(db);
  await sql`create index report_decided on report (decided_at desc, id desc) where decided_at is not null`.execute(
    db,
  );
  // Why an operator took a generation out of sight; its owner cannot share it again.
  await sql`
    alter table generation
      add column taken_down_at timestamptz,
      add column taken_down_reason text`.execute(db);
  // 64 bits that stay nearly the same when an image is resized or compressed again: finds identical and similar copies.
  await sql`alter table output add column perceptual_hash bit(64)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table output drop column perceptual_hash`.execute(db);
  await sql`alter table generation drop column taken_down_at, drop column taken_down_reason`.execute(db);
  await sql`drop table report`.execute(db);
}
