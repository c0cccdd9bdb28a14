import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // How many records an owner has that are not deleted, by medium: the totals of pages that nothing narrows. The
  // statements that add, delete and restore records keep them.
  await sql`
    alter table credit_account
      add column video_count integer not null default 0 check (video_count >= 0),
      add column image_count integer not null default 0 check (image_count >= 0),
      add column audio_count integer not null default 0 check (audio_count >= 0),
      add column text_count integer not null default 0 check (text_count >= 0)`.execute(db);
  // The table above is locked, so nothing is submitted until the end; this keeps deletions out as well.
  await sql`lock table generation in share row exclusive mode`.execute(db);
  await sql`
    update credit_account a
       set video_count = kept.video, image_count = kept.image, audio_count = kept.audio, text_count = kept.text
      from (select user_id, count(*) filter (where medium = 'video') as video,
                   count(*) filter (where medium = 'image') as image,
                   count(*) filter (where medium = 'audio') as audio,
                   count(*) filter (where medium = 'text') as text
              from generation where deleted_at is null group by user_id) kept
     where a.user_id = kept.user_id`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table credit_account
      drop column video_count, drop column image_count, drop column audio_count, drop column text_count`.execute(
    db,
  );
}
