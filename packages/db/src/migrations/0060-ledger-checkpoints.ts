import { type Kysely, sql } from 'kysely';

/** Signed roots over the chain heads of all accounts; see docs/ledger-checkpoints.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `account` is what checkpoints and proofs call the user. `position` is the leaf's, from 0 without gaps, and never
  // changes. The rest is as of the newest checkpoint: entries, the newest one, and the roots of the whole subtrees.
  // No foreign key: the user is one of ledger_entry, and checking a million again would double the first checkpoint.
  await sql`
    create table ledger_account (
      user_id uuid primary key,
      account uuid not null,
      position integer not null unique,
      entries integer not null,
      head_id bigint not null,
      head bytea not null,
      peaks bytea not null
    )`.execute(db);
  // The tree over the leaves of all accounts as of the newest checkpoint, 256 hashes a row. They do not compress.
  await sql`
    create table ledger_tile (
      level smallint not null,
      number integer not null,
      hashes bytea not null,
      primary key (level, number)
    )`.execute(db);
  await sql`alter table ledger_tile alter column hashes set storage external`.execute(db);
  // `seen_to` is the newest entry that was visible and `horizon` the first transaction that had not begun: once all
  // older ones have ended, no entry up to `seen_to` can still appear. `covered_to`: all up to there are in the tree.
  await sql`
    create table ledger_checkpoint (
      number integer primary key,
      created_at timestamptz not null,
      accounts integer not null,
      root bytea not null,
      log_root bytea not null,
      signed text not null,
      seen_to bigint not null,
      horizon bigint not null,
      covered_to bigint not null
    )`.execute(db);
  await sql`
    create function refuse_checkpoint_change() returns trigger language plpgsql as $$
    begin
      raise exception 'checkpoints are immutable' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`
    create trigger checkpoints_are_append_only before update or delete or truncate on ledger_checkpoint
    for each statement execute function refuse_checkpoint_change()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ledger_checkpoint, ledger_tile, ledger_account`.execute(db);
  await sql`drop function refuse_checkpoint_change`.execute(db);
}
