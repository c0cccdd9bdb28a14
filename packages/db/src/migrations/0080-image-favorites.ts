import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Nothing is marked, deleted or restored until the end. In the order in which those statements lock: records, then account.
  await sql`lock table generation in share row exclusive mode`.execute(db);
  // How many of an owner's images are favorites and not deleted; the statements that change it keep it.
  await sql`
    alter table credit_account add column image_favorites integer not null default 0 check (image_favorites >= 0)`.execute(
    db,
  );
  // It reads generation_favorite_images alone.
  await sql`
    update credit_account a set image_favorites = kept.favorites
      from (select user_id, count(*) as favorites from generation
             where medium = 'image' and is_favorite and deleted_at is null group by user_id) kept
     where a.user_id = kept.user_id`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table credit_account drop column image_favorites`.execute(db);
}
