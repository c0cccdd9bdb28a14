import type { Selectable } from 'kysely';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import type { TakeOutFile } from '../../schema.gen.ts';

export type TakeOutFileRow = Selectable<TakeOutFile>;
/** `starts_at` is its first byte in the archive, `frame_at` the byte of the frame that follows it. */
export type NewTakeOutFile = Omit<TakeOutFileRow, 'take_out_id' | 'run'>;

const insert = namedQuery(
  'insert-take-out-files',
  `insert into take_out_file (take_out_id, run, starts_at, frame_at, bytes, crc32, storage_key)
   select :takeOutId, :run, starts_at, frame_at, bytes, crc32, storage_key
     from jsonb_to_recordset(:files::jsonb)
       as f (starts_at bigint, frame_at bigint, bytes bigint, crc32 bigint, storage_key text)`,
);

/** Fixes which files a run has put where. */
export async function insertTakeOutFiles(
  on: Queryable,
  { id: takeOutId, run }: { id: string; run: number },
  files: readonly NewTakeOutFile[],
): Promise<void> {
  if (files.length > 0) await insert(on, { takeOutId, run, files: JSON.stringify(files) });
}

const listFrom = namedQuery<TakeOutFileRow>(
  'list-take-out-files',
  `select * from take_out_file
    where take_out_id = :takeOutId and run = :run
      and starts_at >= coalesce((select max(starts_at) from take_out_file
                                  where take_out_id = :takeOutId and run = :run and starts_at <= :position), 0)
    order by starts_at limit 500`,
);

/** The file at a position of the archive, or the last one before it, and those that follow. Uses the primary key. */
export function listTakeOutFiles(
  on: Queryable,
  { id: takeOutId, run }: { id: string; run: number },
  position: number,
): Promise<TakeOutFileRow[]> {
  return listFrom(on, { takeOutId, run, position });
}

export type KnownChecksum = Pick<TakeOutFileRow, 'storage_key' | 'bytes' | 'crc32'>;

const listChecksums = preparedQuery<KnownChecksum>(
  'list-known-checksums',
  `select distinct on (storage_key) storage_key, bytes, crc32 from take_out_file where storage_key = any($1)`,
);

/** Lists checksums of files that an earlier archive, or an earlier run, has already read. Uses take_out_file_key. */
export function listKnownChecksums(on: Queryable, keys: readonly string[]): Promise<KnownChecksum[]> {
  return listChecksums(on, [keys]);
}
