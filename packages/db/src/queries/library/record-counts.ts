// How many records a user has that are not deleted, by medium, and what their images were charged. They are columns of the
// account, which a reservation and an end change anyway; every statement that adds, deletes or restores records changes the
// counts too, and locks the records first.
import type { Medium } from '@atelier/catalog';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction } from '../../transaction.ts';

export const media = ['video', 'image', 'audio', 'text'] as const satisfies readonly Medium[];

/** What a statement sets that adds one record, of a medium that it names so. */
export const withOneMore = (medium: string) =>
  media.map((each) => `${each}_count = ${each}_count + (${medium} = '${each}')::integer`).join(', ');

/**
 * The part of a statement that counts the rows of one of its parts, with `user_id` and `medium`, in or out. A count that
 * is wrong stops no deletion; the daily check finds it.
 */
export const recount = (sign: '+' | '-', moved: string) => `
  update credit_account a
     set ${media.map((each) => `${each}_count = greatest(a.${each}_count ${sign} of_owner.${each}, 0)`).join(', ')}
    from (select user_id, ${media.map((each) => `count(*) filter (where medium = '${each}') as ${each}`).join(', ')}
            from ${moved} group by user_id) of_owner
   where a.user_id = of_owner.user_id`;

const names = [...media.map((each) => `${each}_count`), 'image_credits'];
const columns = (prefix: string) => names.map((name) => `${prefix}.${name}`).join(', ');
const ofRecords = [
  ...media.map(
    (each) => `count(g.id) filter (where g.medium = '${each}' and g.deleted_at is null) as ${each}_count`,
  ),
  `coalesce(sum(g.settled) filter (where g.medium = 'image'), 0)::bigint as image_credits`,
].join(', ');

/** What every account should have, as `kept`. */
const counted = (of: string) => `
  select c.user_id, ${ofRecords}
    from credit_account c left join generation g on g.user_id = c.user_id
   ${of} group by c.user_id`;

/** Accounts whose counts are wrong, for the daily check. */
export const recordCountProblems = `
  select a.user_id::text as subject, concat_ws('/', ${columns('a')}) as expected, concat_ws('/', ${columns('kept')}) as found
    from credit_account a join (${counted('')}) kept on kept.user_id = a.user_id
   where (${columns('a')}) <> (${columns('kept')})`;

const repair = preparedQuery(
  'repair-record-counts',
  `update credit_account a set ${names.map((name) => `${name} = kept.${name}`).join(', ')}
     from (${counted('where c.user_id = $1')}) kept where a.user_id = $1 and kept.user_id = $1`,
);
const lock = preparedQuery('lock-account', 'select from credit_account where user_id = $1 for no key update');

/**
 * Counts a user's records again. What is deleted or restored meanwhile waits for the account and is counted after this; what
 * was before is seen, as this counts when it has the lock.
 */
export function repairRecordCounts(db: Db, userId: string): Promise<void> {
  return inTransaction(db, async (on) => {
    await lock(on, [userId]);
    await repair(on, [userId]);
  });
}

const find = preparedQuery<Record<Medium, number>>(
  'find-record-counts',
  `select ${media.map((each) => `${each}_count as ${each}`).join(', ')} from credit_account where user_id = $1`,
);

/** How many records of these media a user has, of all media if none are given. */
export async function countRecords(
  on: Queryable,
  userId: string,
  of: readonly Medium[] = media,
): Promise<number> {
  const [counts] = await find(on, [userId]);
  return counts ? [...new Set(of)].reduce((total, medium) => total + counts[medium], 0) : 0;
}
