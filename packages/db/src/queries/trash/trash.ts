// A deleted generation is in the trash until it is purged; until then it can be restored as it was. Rows are locked in
// the order of their ids, so that two calls never wait for each other, and then the account that counts them. Their keys
// are not locked: a reservation holds the account while its foreign keys refer to what it was made from.
import type { Medium } from '@atelier/catalog';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { recount } from '../library/generation-counts.ts';

type Unended = { id: string; is_waiting: boolean };

const listUnended = preparedQuery<Unended>(
  'list-unended',
  `select id, status = 'waiting' as is_waiting from generation
    where id = any($2::uuid[]) and user_id = $1 and deleted_at is null and finished_at is null
      and ($3::text is null or medium = $3)`,
);

/** Lists a user's generations that still wait or run: they are cancelled before they are deleted. */
export function listUnendedGenerations(
  on: Queryable,
  { userId, ids, medium }: { userId: string; ids: readonly string[]; medium?: Medium | undefined },
): Promise<Unended[]> {
  return listUnended(on, [userId, ids, medium ?? null]);
}

const trash = preparedQuery<{ id: string }>(
  'mark-trashed',
  `with moved as (
     update generation set deleted_at = now(), keeps_files = not $3::boolean, revision = revision + 1
      where id in (select id from generation
                    where id = any($2::uuid[]) and user_id = $1 and deleted_at is null
                      and ($4::text is null or medium = $4)
                    order by id for no key update)
     returning id, user_id, medium
   ), counted as (${recount('-', 'moved')})
   select id from moved`,
);

export type Deletion = {
  userId: string;
  ids: readonly string[];
  /** Whether the files go when the generation leaves the trash. */
  hasFilesDeleted: boolean;
  /** Others are left alone. */
  medium?: Medium | undefined;
};

/**
 * Moves a user's generations to the trash: out of every list at once, with their files, uploads and ledger entries as
 * they are. Returns the ids of those that were moved; all others are unknown, deleted already or another user's.
 */
export async function markTrashed(on: Queryable, deletion: Deletion): Promise<string[]> {
  const { userId, ids, hasFilesDeleted, medium } = deletion;
  return (await trash(on, [userId, ids, hasFilesDeleted, medium ?? null])).map(({ id }) => id);
}

const restore = preparedQuery<{ id: string }>(
  'mark-restored',
  `with moved as (
     update generation set deleted_at = null, keeps_files = false, revision = revision + 1
      where id in (select id from generation
                    where id = any($2::uuid[]) and user_id = $1 and deleted_at is not null and purged_at is null
                    order by id for no key update)
     returning id, user_id, medium
   ), counted as (${recount('+', 'moved')})
   select id from moved`,
);

/** Takes a user's generations out of the trash again; returns the ids of those that were there. */
export async function markRestored(
  on: Queryable,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<string[]> {
  return (await restore(on, [userId, ids])).map(({ id }) => id);
}

/** A generation in the trash, with its place in the list. */
export type TrashRow = GenerationRow & { deleted_at: Date; cursor: string };

const columns = `*, (extract(epoch from deleted_at) * 1000000)::bigint || '_' || id as cursor`;

const list = preparedQuery<TrashRow>(
  'list-trash',
  `select ${columns} from generation
    where user_id = $1 and deleted_at is not null and purged_at is null
      and ($2::bigint is null
           or (deleted_at, id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid))
    order by deleted_at desc, id desc limit $4`,
);

/** A batch of a user's trash, last deleted first, after the one with this `cursor`. Uses generation_trash. */
export function listTrash(
  on: Queryable,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
): Promise<TrashRow[]> {
  const [microseconds, id] = after?.split('_') ?? [];
  return list(on, [userId, microseconds ?? null, id ?? null, limit]);
}

const find = preparedQuery<TrashRow>(
  'find-trashed',
  `select ${columns} from generation
    where id = $2 and user_id = $1 and deleted_at is not null and purged_at is null`,
);

export async function findTrashed(on: Queryable, userId: string, id: string): Promise<TrashRow | undefined> {
  const [row] = await find(on, [userId, id]);
  return row;
}

const count = preparedQuery<{ total: number }>(
  'count-trash',
  `select count(*)::integer as total from generation
    where user_id = $1 and deleted_at is not null and purged_at is null`,
);

/** How much is in a user's trash. Uses generation_trash alone. */
export async function countTrash(on: Queryable, userId: string): Promise<number> {
  const [row] = await count(on, [userId]);
  return row?.total ?? 0;
}
