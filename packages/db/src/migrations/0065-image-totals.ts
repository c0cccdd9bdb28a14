import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a user's images were charged, deleted ones included: the statement that ends a generation keeps it.
  await sql`
    alter table credit_account add column image_credits bigint not null default 0 check (image_credits >= 0)`.execute(
    db,
  );
  // The table above is locked, so nothing is charged until the end.
  await sql`
    update credit_account a set image_credits = charged.credits
      from (select user_id, sum(settled)::bigint as credits from generation where medium = 'image' group by user_id) charged
     where a.user_id = charged.user_id`.execute(db);
  await sql`drop index generation_deleted_images`.execute(db);
  await sql`
    create index generation_favorite_images on generation (user_id, created_at, id)
     where medium = 'image' and is_favorite and deleted_at is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index generation_favorite_images`.execute(db);
  await sql`
    create index generation_deleted_images on generation (user_id) include (settled)
    where medium = 'image' and deleted_at is not null and settled > 0`.execute(db);
  await sql`alter table credit_account drop column image_credits`.execute(db);
}
