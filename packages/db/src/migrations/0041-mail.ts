import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The language that a user last signed in or shared in, and that of the page on which a report was written.
  await sql`alter table app_user add column language text`.execute(db);
  await sql`
    alter table report
      add column language text not null default 'en',
      add column confirmed_at timestamptz`.execute(db);

  // A mail to the reporter of a report, or without one to the owner of the generation. It has neither an address nor a
  // text: both are read when it is sent, and so end with the row that they belong to. address_hash is keyed, and bounds
  // how often an address that was not confirmed is written to.
  await sql`
    create table mail (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('report_address', 'report_decision', 'work_decision')),
      generation_id uuid not null references generation on delete cascade,
      report_id uuid references report on delete cascade,
      address_hash bytea,
      language text not null,
      decision text check (decision in ('kept', 'removed', 'restored')),
      note text,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
      attempts integer not null default 0 check (attempts >= 0),
      next_attempt_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      check ((kind = 'work_decision') = (report_id is null)),
      check ((kind = 'report_address') = (decision is null)),
      check ((kind = 'report_address') = (address_hash is not null))
    )`.execute(db);
  await sql`create index mail_due on mail (next_attempt_at) where state = 'waiting'`.execute(db);
  await sql`create index mail_generation on mail (generation_id)`.execute(db);
  await sql`create index mail_report on mail (report_id)`.execute(db);
  await sql`create index mail_address on mail (address_hash, created_at) where address_hash is not null`.execute(
    db,
  );
  await sql`create index mail_ended on mail (created_at) where state <> 'waiting'`.execute(db);

  // The key that signs the links of mails, for all processes. One row at most.
  await sql`
    create table mail_key (
      is_only boolean primary key default true check (is_only),
      key bytea not null check (octet_length(key) = 32),
      created_at timestamptz not null default now()
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table mail, mail_key`.execute(db);
  await sql`alter table report drop column language, drop column confirmed_at`.execute(db);
  await sql`alter table app_user drop column language`.execute(db);
}
