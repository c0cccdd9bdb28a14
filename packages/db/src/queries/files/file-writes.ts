import { preparedQuery, type Queryable } from '../../prepared.ts';

const insert = preparedQuery(
  'insert-file-writes',
  'insert into file_write (storage_key) select unnest($1::text[])',
);

/**
 * Notes the keys of files before they are stored. The statement that stores their output removes the note; whatever
 * happens in between, `listAbandonedWrites` finds the files. The commit waits for the disk: a server that is killed just
 * afterwards would take the note with it, and leave the files.
 */
export async function insertFileWrites(on: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await insert(on, [keys]);
}

const listOld = preparedQuery<{ storage_key: string }>(
  'list-abandoned-writes',
  `select storage_key from file_write where created_at < now() - make_interval(mins => $1)
    order by created_at limit 200`,
);

/** Files whose worker did not record them. Delete them, then `deleteFileWrites`. Uses file_write_age. */
export async function listAbandonedWrites(on: Queryable, olderThanMinutes: number): Promise<string[]> {
  return (await listOld(on, [olderThanMinutes])).map(({ storage_key: key }) => key);
}

const remove = preparedQuery('delete-file-writes', 'delete from file_write where storage_key = any($1)');

/** Their files are gone. */
export async function deleteFileWrites(on: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await remove(on, [keys]);
}
