import { type Kysely, sql } from 'kysely';

/** What left the trash and still has its input, the longest deleted first; see docs/scaling.md. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Building it keeps writers out. On a large table it is made beforehand with `concurrently`: docs/runbook.md.
  await sql`
    create index if not exists generation_archive_due on generation (deleted_at)
     where purged_at is not null and input <> '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index generation_archive_due`.execute(db);
}
