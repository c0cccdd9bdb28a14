import { preparedQuery, type Queryable } from '../../prepared.ts';

export type NamedFile = {
  key: string;
  /** The row says that the file is stored; else it may be on its way, or about to be removed. */
  isStored: boolean;
};

// An upload on its way lies under another ending, from which a row is found by its id alone.
const named = preparedQuery<{ key: string; is_stored: boolean }>(
  'list-named-files',
  `select key, bool_or(is_stored) as is_stored
     from (select unnest(array[o.storage_key, o.poster_key]) as key, g.purged_at is null as is_stored
             from output o join generation g on g.id = o.generation_id where g.user_id = $1
           union all
           select storage_key, state = 'stored' from upload where user_id = $1
           union all
           select regexp_replace(storage_key, '[.][a-z0-9]+$', '.part'), false from upload where user_id = $1
           union all
           select frame_key, state = 'ready' from take_out where user_id = $1
           union all
           select storage_key, false from file_write where storage_key like 'u/' || $1::text || '/%') files
    where key is not null
    group by key`,
);

/** Every file that a row of this user names. */
export async function listNamedFiles(on: Queryable, userId: string): Promise<NamedFile[]> {
  const rows = await named(on, [userId]);
  return rows.map(({ key, is_stored: isStored }) => ({ key, isStored }));
}

const accounts = preparedQuery<{ id: string; is_erased: boolean }>(
  'list-accounts-with-files',
  `select u.id, u.erased_at is not null as is_erased from app_user u
    where exists (select from generation g where g.user_id = u.id)
       or exists (select from upload where user_id = u.id)
       or exists (select from take_out where user_id = u.id)
       or u.id = any($1)`,
);

/** Accounts that may have files: those with rows of any, and of `userIds` those that exist. */
export async function listAccountsWithFiles(
  on: Queryable,
  userIds: readonly string[],
): Promise<{ id: string; isErased: boolean }[]> {
  const rows = await accounts(on, [userIds]);
  return rows.map(({ id, is_erased: isErased }) => ({ id, isErased }));
}
