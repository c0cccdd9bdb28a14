import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const insert = preparedQuery<{ id: string }>(
  'insert-image-download',
  `insert into image_download (id, user_id, generation_ids, format, expires_at)
   select $1, $2, $3::uuid[], $4, now() + make_interval(secs => $5)
    where exists (select from generation
                   where id = any($3::uuid[]) and user_id = $2 and medium = 'image' and deleted_at is null)
   returning id`,
);

/** Stores which images a user wants as a zip. False when the user owns none of them. */
export async function insertImageDownload(
  on: Queryable,
  download: {
    id: string;
    userId: string;
    generationIds: readonly string[];
    format: string;
    lifetimeSeconds: number;
  },
): Promise<boolean> {
  const { id, userId, generationIds, format, lifetimeSeconds } = download;
  const rows = await insert(on, [id, userId, generationIds, format, lifetimeSeconds]);
  return rows.length > 0;
}

const sumBytes = preparedQuery<{ bytes: number }>(
  'sum-image-bytes',
  `select coalesce(sum(o.bytes), 0)::float8 as bytes
     from generation g join output o on o.generation_id = g.id
    where g.id = any($2::uuid[]) and g.user_id = $1 and g.medium = 'image' and g.deleted_at is null`,
);

/** The size of all files of those records that are the user's own images. */
export async function sumImageBytes(
  on: Queryable,
  userId: string,
  generationIds: readonly string[],
): Promise<number> {
  const [row] = await sumBytes(on, [userId, generationIds]);
  return row?.bytes ?? 0;
}

export type ImageDownloadRow = { generation_ids: string[]; format: string };

const find = preparedQuery<ImageDownloadRow>(
  'find-image-download',
  'select generation_ids, format from image_download where id = $1 and user_id = $2 and expires_at > now()',
);

/** Undefined: unknown, expired, or another user's. */
export async function findImageDownload(
  on: Queryable,
  id: string,
  userId: string,
): Promise<ImageDownloadRow | undefined> {
  const [row] = await find(on, [id, userId]);
  return row;
}

const listOwn = preparedQuery<GenerationRow>(
  'list-own-images',
  `select * from generation
    where id = any($2::uuid[]) and user_id = $1 and medium = 'image' and deleted_at is null
    order by created_at desc, id desc`,
);

/** Those of the records that are the user's own images, newest first. */
export function listOwnImages(
  on: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<GenerationRow[]> {
  return listOwn(on, [userId, ids]);
}
