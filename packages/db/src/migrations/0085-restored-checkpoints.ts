import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Of the checkpoint that says that the database was restored: the head of the log that it had then, and the newest that was
  // published, as they are signed.
  await sql`alter table ledger_checkpoint add column restored json`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_checkpoint drop column restored`.execute(db);
}
