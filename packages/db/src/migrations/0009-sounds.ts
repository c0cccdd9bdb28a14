import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Loudness from beginning to end, 0 to 1: a waveform without the file.
  await sql`alter table output add column peaks real[]`.execute(db);
  // How often its owner asked for the credits of a failed generation.
  await sql`
    alter table generation
      add column refund_attempts integer not null default 0 check (refund_attempts >= 0)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column refund_attempts`.execute(db);
  await sql`alter table output drop column peaks`.execute(db);
}
