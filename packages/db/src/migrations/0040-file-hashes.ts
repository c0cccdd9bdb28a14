import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The SHA-256 of the file, taken while it is stored: its owner's copy of it is recognised by that.
  await sql`alter table output add column sha256 bytea check (octet_length(sha256) = 32)`.execute(db);
  await sql`create index output_sha256 on output (sha256) where sha256 is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table output drop column sha256`.execute(db);
}
