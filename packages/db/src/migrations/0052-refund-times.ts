import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Refunds of generations by when they were made, to count them by the hour.
  await sql`
    create index ledger_entry_refund on ledger_entry (created_at)
    where kind = 'refund' and generation_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ledger_entry_refund`.execute(db);
}
