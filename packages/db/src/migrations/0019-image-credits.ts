import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a user's deleted images cost; those that are not deleted are in generation_images.
  await sql`
    create index generation_deleted_images on generation (user_id) include (settled)
    where medium = 'image' and deleted_at is not null and settled > 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index generation_deleted_images`.execute(db);
}
