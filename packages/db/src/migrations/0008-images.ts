import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Everything the image history filters, counts and adds up is in the index itself: any combination of filters is one
  // walk through the entries of one user, without their wide rows.
  await sql`
    create index generation_images on generation (user_id, created_at desc, id desc)
    include (mode, model, width, height, is_favorite, settled, tags)
    where medium = 'image' and deleted_at is null`.execute(db);
  // Only rows that a vacuum has seen are answered by an index alone; the default waits for a fifth of the table.
  await sql`
    alter table generation set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)
  `.execute(db);

  // Which images somebody wants in one zip: too many to stand in an address.
  await sql`
    create table image_download (
      id uuid primary key,
      user_id uuid not null references app_user,
      generation_ids uuid[] not null,
      format text not null check (format in ('original', 'png', 'jpeg', 'webp')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index image_download_user on image_download (user_id)`.execute(db);
  await sql`create index image_download_expiry on image_download (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table image_download`.execute(db);
  await sql`
    alter table generation reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)
  `.execute(db);
  await sql`drop index generation_images`.execute(db);
}
