import type { Db } from '@atelier/db';
import type { StoredFiles } from '../stage/own-storage.ts';

type Record = { key: string; bytes: string | null; what: string; is_gone: boolean };

/**
 * Files beside those of `tests/checker`: of uploads and archives, and those of generations that were deleted for good,
 * which the load always does with their files.
 */
const query = `
  select storage_key as key, bytes::text, 'upload ' || id as what, false as is_gone from upload where state = 'stored'
  union all
  select frame_key, frame_bytes::text, 'archive ' || id, false from take_out where state = 'ready'
  union all
  select key, null, 'deleted generation ' || g.id, true
    from generation g join output o on o.generation_id = g.id, unnest(array[o.storage_key, o.poster_key]) as key
   where g.purged_at is not null and key is not null`;

/** Each generation has its whole file, and what is deleted for good has none. */
export async function checkFiles({ pool }: Db, files: StoredFiles): Promise<string[]> {
  const { rows } = await pool.query<Record>(query);
  return rows.flatMap(({ key, bytes, what, is_gone: isGone }) => {
    const file = files.get(key);
    if (isGone) return file ? [`the ${what} still has its file ${key}`] : [];
    if (!file) return [`the ${what} has no file ${key}`];
    const isWhole = bytes === null || file.bytes === Number(bytes);
    return isWhole ? [] : [`the ${what} has ${bytes} bytes, its file ${key} ${file.bytes}`];
  });
}
