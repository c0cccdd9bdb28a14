import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // An operator locks an account; its owner closes it and may change their mind until it is erased.
  await sql`
    alter table app_user
      add column locked_at timestamptz,
      add column lock_reason text,
      add column closed_at timestamptz,
      add column erased_at timestamptz`.execute(db);
  // The reservation reads this row after it waited for its lock, so no submission slips past a lock. Set for a locked and
  // for a closed account.
  await sql`alter table credit_account add column is_locked boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_account drop column is_locked`.execute(db);
  await sql`
    alter table app_user
      drop column locked_at, drop column lock_reason, drop column closed_at, drop column erased_at`.execute(
    db,
  );
}
