import { AppError } from '@atelier/contract';
import type { Selectable } from 'kysely';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Upload } from '../../schema.gen.ts';

export type UploadRow = Selectable<Upload>;

const insert = preparedQuery<{ id: string }>(
  'insert-upload',
  `insert into upload (id, user_id, storage_key, content_type)
   select $1, id, $3, $4 from app_user where id = $2 and erased_at is null for share
   returning id`,
);

/**
 * Announces a file before it exists, so that one whose writer dies is found and removed. State `open`. Throws
 * account_closed when the user was erased.
 */
export async function insertUpload(
  on: Queryable,
  upload: { id: string; userId: string; key: string; contentType: string },
): Promise<void> {
  const rows = await insert(on, [upload.id, upload.userId, upload.key, upload.contentType]);
  if (rows.length === 0) throw new AppError('account_closed');
}

const insertOnce = preparedQuery(
  'insert-upload-once',
  `insert into upload (id, user_id, storage_key, content_type, source_output_id)
   select $1, id, $3, $4, $5::uuid from app_user where id = $2 and erased_at is null for share
   on conflict (id) do nothing`,
);

/**
 * Does what `insertUpload` does for a frame cut out of an output, of which there is to be only one, whose id says which
 * it is. The process that gets `claimUploadCheck` makes it.
 */
export async function insertUploadOnce(
  on: Queryable,
  upload: { id: string; userId: string; key: string; contentType: string; sourceOutputId: string },
): Promise<void> {
  const { id, userId, key, contentType, sourceOutputId } = upload;
  await insertOnce(on, [id, userId, key, contentType, sourceOutputId]);
}

const find = preparedQuery<UploadRow>('find-upload', 'select * from upload where id = $1');

export async function findUpload(on: Queryable, id: string): Promise<UploadRow | undefined> {
  const [row] = await find(on, [id]);
  return row;
}

const touch = preparedQuery<UploadRow>(
  'touch-upload',
  `update upload set touched_at = case when state = 'checking' then touched_at else now() end
    where storage_key = $1 and user_id = $2 and state in ('open', 'checking', 'stored') returning *`,
);

/**
 * An own upload that may be used, kept for another day from now. The sweeper cannot take it any more: both change the
 * same row. Returns undefined when it is unknown, refused, expired or another user's.
 */
export async function touchUpload(
  on: Queryable,
  key: string,
  userId: string,
): Promise<UploadRow | undefined> {
  const [row] = await touch(on, [key, userId]);
  return row;
}

const claimCheck = preparedQuery<UploadRow>(
  'claim-upload-check',
  `update upload set state = 'checking', touched_at = now()
    where id = $1 and (state = 'open' or (state = 'checking' and touched_at < now() - interval '60 seconds'))
    returning *`,
);

/** Claims the check of an open upload for a minute. Returns undefined when another process holds it, or it was checked. */
export async function claimUploadCheck(on: Queryable, id: string): Promise<UploadRow | undefined> {
  const [row] = await claimCheck(on, [id]);
  return row;
}

const endCheck = preparedQuery(
  'end-upload-check',
  `update upload set state = $2, touched_at = now() where id = $1 and state = 'checking'`,
);

/** Ends a check without success: `refused`, it can never be used; `open`, it may be checked again. */
export async function endUploadCheck(on: Queryable, id: string, state: 'open' | 'refused'): Promise<void> {
  await endCheck(on, [id, state]);
}

const markStored = preparedQuery<{ id: string }>(
  'mark-upload-stored',
  `update upload set state = 'stored', content_type = $2, bytes = $3
    where id = $1 and state in ('open', 'checking') returning id`,
);

/** The file is in place and checked. False when the row was refused or expired meanwhile. */
export async function markUploadStored(
  on: Queryable,
  file: { id: string; contentType: string; bytes: number },
): Promise<boolean> {
  const rows = await markStored(on, [file.id, file.contentType, file.bytes]);
  return rows.length > 0;
}

const use = preparedQuery(
  'mark-uploads-used',
  `with used as (
     update upload set used_at = coalesce(used_at, now())
      where storage_key = any($1) and state = 'stored' returning id
   )
   insert into upload_use (upload_id, generation_id) select id, $2 from used on conflict do nothing`,
);

/** The generation needs these files: they stay as long as it does. Keys that are no uploads have no effect. */
export async function markUploadsUsed(
  on: Queryable,
  keys: readonly string[],
  generationId: string,
): Promise<void> {
  if (keys.length > 0) await use(on, [keys, generationId]);
}

const release = preparedQuery(
  'release-uploads',
  `with freed as (
     delete from upload_use where generation_id = $1 returning upload_id
   )
   update upload u set used_at = null, touched_at = now()
     from freed
    where u.id = freed.upload_id
      and not exists (select from upload_use other
                       where other.upload_id = u.id and other.generation_id <> $1)`,
);

/** Makes uploads of a deleted generation that no other one needs unused again, so that they expire. Uses upload_use_generation. */
export async function releaseUploads(on: Queryable, generationId: string): Promise<void> {
  await release(on, [generationId]);
}

const claimExpired = preparedQuery<{ id: string; key: string }>(
  'claim-expired-uploads',
  `with due as (
     select u.id, exists (select from film f
                           where f.user_id = u.user_id and strpos(f.document::text, u.storage_key) > 0) as is_in_film
       from upload u
      where u.used_at is null and u.touched_at < now() - interval '24 hours'
      order by u.touched_at limit 200 for update of u skip locked
   ), kept as (
     update upload u set touched_at = now() from due where u.id = due.id and due.is_in_film and u.state = 'stored'
     returning u.id
   )
   update upload u set state = 'expired' from due
    where u.id = due.id and not (due.is_in_film and u.state = 'stored')
   returning u.id, u.storage_key as key`,
);

/**
 * Uploads that were not used for a day; one that a film names is kept for another day. They are unusable from here on;
 * delete their files, then `deleteUploads`. One that was claimed by a process that died is claimed again. Uses
 * upload_unused.
 */
export function claimExpiredUploads(on: Queryable): Promise<{ id: string; key: string }[]> {
  return claimExpired(on, []);
}

const remove = preparedQuery('delete-uploads', 'delete from upload where id = any($1) and used_at is null');

/** Their files are gone. */
export async function deleteUploads(on: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await remove(on, [ids]);
}

type OwnOutput = { id: string; contentType: string; durationSeconds: number | null };

const findOutput = preparedQuery<OwnOutput>(
  'find-own-output',
  `select o.id, o.content_type as "contentType", o.duration_seconds as "durationSeconds"
     from output o join generation g on g.id = o.generation_id
    where o.storage_key = $1 and g.user_id = $2 and g.deleted_at is null`,
);

/** An output of the user's own generation by its file, which may be the input of the next one. */
export async function findOwnOutput(
  on: Queryable,
  key: string,
  userId: string,
): Promise<OwnOutput | undefined> {
  const [row] = await findOutput(on, [key, userId]);
  return row;
}
