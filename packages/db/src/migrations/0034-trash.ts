import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A deleted record is in the trash until purged_at. keeps_files: its files stay in the store when it leaves the trash.
  await sql`
    alter table generation
      add column purged_at timestamptz,
      add column keeps_files boolean not null default false`.execute(db);
  // What was deleted before there was a trash had no way back, and its files may be gone.
  await sql`update generation set purged_at = deleted_at where deleted_at is not null`.execute(db);
  await sql`
    alter table generation add constraint generation_purged_check
    check (purged_at is null or deleted_at is not null)`.execute(db);
  await sql`
    create index generation_trash on generation (user_id, deleted_at desc, id desc)
    where deleted_at is not null and purged_at is null`.execute(db);
  await sql`
    create index generation_trash_age on generation (deleted_at)
    where deleted_at is not null and purged_at is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column purged_at, drop column keeps_files`.execute(db);
}
