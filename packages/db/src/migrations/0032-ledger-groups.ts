import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The pages of a ledger that shows one line per generation: endings belong to the line of their hold.
  await sql`
    create index ledger_entry_first on ledger_entry (user_id, id desc) where kind not in ('settle', 'release')`.execute(
    db,
  );
  // Pages of one kind, and sums of spending that read no row of the table.
  await sql`
    create index ledger_entry_kind on ledger_entry (user_id, kind, id desc)
    include (created_at, d_available, d_held)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ledger_entry_kind`.execute(db);
  await sql`drop index ledger_entry_first`.execute(db);
}
