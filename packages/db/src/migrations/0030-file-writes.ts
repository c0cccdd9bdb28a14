import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A file that is being stored, for as long as no output names it. What is left here belongs to no record.
  await sql`
    create table file_write (
      storage_key text primary key,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index file_write_age on file_write (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table file_write`.execute(db);
}
