import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // How often records of an owner have left the lists or come back. While it is the same, each keeps its place, counted from
  // the oldest: a deep page is read from a place that was read before.
  await sql`alter table credit_account add column record_moves bigint not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_account drop column record_moves`.execute(db);
}
