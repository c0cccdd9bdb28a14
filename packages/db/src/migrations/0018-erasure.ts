import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per closing of an account. The token opens the statement, which names no one and lies in the same row: who
  // can read this table gains nothing by it, so it is kept as it is and can be shown again before the end.
  await sql`
    create table erasure (
      id uuid primary key,
      user_id uuid not null references app_user,
      token text not null unique,
      requested_at timestamptz not null default now(),
      due_at timestamptz not null,
      withdrawn_at timestamptz,
      started_at timestamptz,
      step text not null default 'identity'
        check (step in ('identity', 'files', 'generations', 'account', 'jobs', 'statement', 'done')),
      after_created_at timestamptz not null default '-infinity',
      after_id uuid not null default '00000000-0000-0000-0000-000000000000',
      counts jsonb not null default '{}',
      finished_at timestamptz,
      statement jsonb,
      signed_statement text,
      constraint withdrawn_or_started check (withdrawn_at is null or started_at is null),
      constraint done_is_finished check ((step = 'done') = (finished_at is not null and statement is not null))
    )`.execute(db);
  await sql`create index erasure_user on erasure (user_id)`.execute(db);
  await sql`create unique index erasure_pending on erasure (user_id) where withdrawn_at is null`.execute(db);
  await sql`
    create index erasure_due on erasure (due_at)
    where withdrawn_at is null and finished_at is null`.execute(db);
  // What the owner wrote when asking for credits. Not in the ledger, whose lines can never be changed.
  await sql`alter table generation add column refund_reason text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column refund_reason`.execute(db);
  await sql`drop table erasure`.execute(db);
}
