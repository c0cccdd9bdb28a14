import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When somebody last asked for the file: an unused one is kept for a day from then on.
  await sql`alter table upload add column touched_at timestamptz not null default now()`.execute(db);
  await sql`alter table upload drop constraint upload_state_check`.execute(db);
  await sql`
    alter table upload add constraint upload_state_check
    check (state in ('open', 'checking', 'stored', 'refused', 'expired'))`.execute(db);
  await sql`drop index upload_unused`.execute(db);
  await sql`create index upload_unused on upload (touched_at) where used_at is null`.execute(db);

  await sql`
    create table upload_use (
      upload_id uuid not null references upload on delete cascade,
      generation_id uuid not null references generation on delete cascade,
      primary key (upload_id, generation_id)
    )`.execute(db);
  await sql`create index upload_use_generation on upload_use (generation_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table upload_use`.execute(db);
  await sql`drop index upload_unused`.execute(db);
  await sql`create index upload_unused on upload (created_at) where used_at is null`.execute(db);
  await sql`alter table upload drop constraint upload_state_check`.execute(db);
  await sql`delete from upload where state in ('checking', 'expired')`.execute(db);
  await sql`
    alter table upload add constraint upload_state_check
    check (state in ('open', 'stored', 'refused'))`.execute(db);
  await sql`alter table upload drop column touched_at`.execute(db);
}
