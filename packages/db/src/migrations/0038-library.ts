import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Everything that the library filters, counts and adds up is in the index itself: any combination of filters is one
  // walk through the entries of one user, without their wide rows. It takes the place of the same index for images alone.
  await sql`
    create index generation_library on generation (user_id, created_at desc, id desc)
    include (medium, kind, mode, model, status, width, height, is_favorite, settled, project_id, tags)
    where deleted_at is null`.execute(db);
  await sql`drop index generation_images`.execute(db);
  // Few records have tags: a search by tag and the list of a user's tags read these alone.
  await sql`
    create index generation_tagged on generation (user_id, created_at desc, id desc) include (medium, tags)
    where deleted_at is null and tags <> '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index generation_images on generation (user_id, created_at desc, id desc)
    include (mode, model, width, height, is_favorite, settled, tags)
    where medium = 'image' and deleted_at is null`.execute(db);
  await sql`drop index generation_tagged`.execute(db);
  await sql`drop index generation_library`.execute(db);
}
