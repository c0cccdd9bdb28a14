import type { Medium } from '@atelier/catalog';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const insert = preparedQuery<{ id: string }>(
  'insert-download',
  `insert into image_download (id, user_id, generation_ids, format, expires_at)
   select $1, $2, $3::uuid[], $4, now() + make_interval(secs => $5)
    where exists (select from generation
                   where id = any($3::uuid[]) and user_id = $2 and deleted_at is null
                     and ($6::text is null or medium = $6))
   returning id`,
);

/** Stores which generations a user wants as a zip. False when the user owns none of them, of that medium if one is given. */
export async function insertDownload(
  on: Queryable,
  download: {
    id: string;
    userId: string;
    generationIds: readonly string[];
    format: string;
    lifetimeSeconds: number;
    medium?: Medium | undefined;
  },
): Promise<boolean> {
  const { id, userId, generationIds, format, lifetimeSeconds, medium = null } = download;
  const rows = await insert(on, [id, userId, generationIds, format, lifetimeSeconds, medium]);
  return rows.length > 0;
}

const sumBytes = preparedQuery<{ bytes: number }>(
  'sum-download-bytes',
  `select coalesce(sum(o.bytes), 0)::float8 as bytes
     from generation g join output o on o.generation_id = g.id
    where g.id = any($2::uuid[]) and g.user_id = $1 and g.deleted_at is null
      and ($3::text is null or g.medium = $3)`,
);

/** The size of all files of those generations that are the user's own, of any medium if none is given. */
export async function sumDownloadBytes(
  on: Queryable,
  userId: string,
  generationIds: readonly string[],
  medium?: Medium,
): Promise<number> {
  const [row] = await sumBytes(on, [userId, generationIds, medium ?? null]);
  return row?.bytes ?? 0;
}

const listMedia = preparedQuery<{ medium: Medium }>(
  'list-download-media',
  `select distinct g.medium
     from generation g join output o on o.generation_id = g.id
    where g.id = any($2::uuid[]) and g.user_id = $1 and g.deleted_at is null
      and ($3::text is null or g.medium = $3) and (o.storage_key is not null or o.text is not null)`,
);

/** The media of which those generations have files or answers that are the user's own; of any medium if none is given. */
export async function listDownloadMedia(
  on: Queryable,
  userId: string,
  generationIds: readonly string[],
  medium?: Medium,
): Promise<Medium[]> {
  return (await listMedia(on, [userId, generationIds, medium ?? null])).map((row) => row.medium);
}

export type DownloadRow = { generation_ids: string[]; format: string };

const find = preparedQuery<DownloadRow>(
  'find-download',
  'select generation_ids, format from image_download where id = $1 and user_id = $2 and expires_at > now()',
);

/** Returns undefined when the download is unknown, expired, or another user's. */
export async function findDownload(
  on: Queryable,
  id: string,
  userId: string,
): Promise<DownloadRow | undefined> {
  const [row] = await find(on, [id, userId]);
  return row;
}

const ownNewestFirst = (columns: string) =>
  `select ${columns} from generation
    where id = any($2::uuid[]) and user_id = $1 and deleted_at is null and ($3::text is null or medium = $3)
    order by created_at desc, id desc`;

const sortOwn = preparedQuery<{ id: string }>('sort-own-for-download', ownNewestFirst('id'));

/** The ids of those generations that are the user's own, newest first; of any medium if none is given. */
export async function sortOwnForDownload(
  on: Queryable,
  userId: string,
  ids: readonly string[],
  medium?: Medium,
): Promise<string[]> {
  return (await sortOwn(on, [userId, ids, medium ?? null])).map(({ id }) => id);
}

const listOwn = preparedQuery<GenerationRow>('list-own-for-download', ownNewestFirst('*'));

/** Lists the generations among the ids that are the user's own, newest first; of any medium if none is given. */
export function listOwnForDownload(
  on: Queryable,
  userId: string,
  ids: readonly string[],
  medium?: Medium,
): Promise<GenerationRow[]> {
  return listOwn(on, [userId, ids, medium ?? null]);
}
