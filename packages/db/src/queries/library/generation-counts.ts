// How many generations a user has that are not deleted, by medium, and what the images were charged. They are columns of the
// account, which a reservation and an end change anyway; every statement that adds, deletes or restores generations changes the
// counts too, and locks the generations first. Favorites are counted when they are asked for: they are few, in an index
// of their own, and right whichever version of the product marks them.
import { type Medium, media } from '@atelier/catalog';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { inTransaction } from '../../transaction.ts';

/** Assignments of a statement that adds one generation, whose medium it names so. */
export const withOneMore = (medium: string) =>
  media.map((each) => `${each}_count = ${each}_count + (${medium} = '${each}')::integer`).join(', ');

/** Columns that deletion and restoration change, and the generations that each counts. */
const shown = media.map((each) => [`${each}_count`, `medium = '${each}'`] as const);

/** How many images of the user that `userId` names are favorites. Uses generation_favorite_images. */
export const countFavorites = (userId: string) => `(
  select count(*)::integer from generation f
   where f.user_id = ${userId} and f.medium = 'image' and f.is_favorite and f.deleted_at is null)`;

/**
 * The part of a statement that counts the rows of one of its parts, with `user_id` and `medium`, in or out. A count that is
 * wrong stops no deletion; the daily check finds it.
 */
export const recount = (sign: '+' | '-', moved: string) => `
  update credit_account a
     set ${shown.map(([name]) => `${name} = greatest(a.${name} ${sign} of_owner.${name}, 0)`).join(', ')}
    from (select user_id, ${shown.map(([name, counts]) => `count(*) filter (where ${counts}) as ${name}`).join(', ')}
            from ${moved} group by user_id) of_owner
   where a.user_id = of_owner.user_id`;

const names = [...shown.map(([name]) => name), 'image_credits'];
const columns = (prefix: string) => names.map((name) => `${prefix}.${name}`).join(', ');
const ofGenerations = [
  ...shown.map(
    ([name, counts]) => `count(g.id) filter (where g.deleted_at is null and ${counts}) as ${name}`,
  ),
  `coalesce(sum(g.settled) filter (where medium = 'image'), 0)::bigint as image_credits`,
].join(', ');

/** Selects the counts that every account should have, under the names of its columns. */
const counted = (of: string) => `
  select c.user_id, ${ofGenerations}
    from credit_account c left join generation g on g.user_id = c.user_id
   ${of} group by c.user_id`;

/** Accounts whose counts are wrong, for the daily check. */
export const generationCountProblems = `
  select a.user_id::text as subject, concat_ws('/', ${columns('a')}) as expected, concat_ws('/', ${columns('kept')}) as found
    from credit_account a join (${counted('')}) kept on kept.user_id = a.user_id
   where (${columns('a')}) <> (${columns('kept')})`;

const repair = preparedQuery(
  'repair-generation-counts',
  `update credit_account a set record_moves = a.record_moves + 1, ${names.map((name) => `${name} = kept.${name}`).join(', ')}
     from (${counted('where c.user_id = $1')}) kept where a.user_id = $1 and kept.user_id = $1`,
);
const lock = preparedQuery('lock-account', 'select from credit_account where user_id = $1 for no key update');

/**
 * Counts a user's generations again. What is deleted or restored meanwhile waits for the account and is counted after
 * this; what was before is seen, as this counts when it has the lock.
 */
export function repairGenerationCounts(db: Db, userId: string): Promise<void> {
  return inTransaction(db, async (on) => {
    await lock(on, [userId]);
    await repair(on, [userId]);
  });
}

export type GenerationCounts = Record<Medium, number> & { image_credits: number; image_favorites: number };

const find = preparedQuery<GenerationCounts>(
  'find-generation-counts',
  `select ${media.map((each) => `${each}_count as ${each}`).join(', ')}, image_credits, ${countFavorites('$1')} as image_favorites
     from credit_account where user_id = $1`,
);

export async function findGenerationCounts(on: Queryable, userId: string): Promise<GenerationCounts> {
  const [counts] = await find(on, [userId]);
  if (!counts) throw new Error('A user has no account');
  return counts;
}

/** How many generations of these media there are, of all media if none are given. */
export function computeTotal(counts: GenerationCounts, of: readonly Medium[] = media): number {
  return [...new Set(of)].reduce((total, medium) => total + counts[medium], 0);
}
