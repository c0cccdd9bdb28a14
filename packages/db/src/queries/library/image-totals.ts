import { preparedQuery, type Queryable } from '../../prepared.ts';

/** `creditsUsed` includes deleted images, for deletion refunds nothing. */
export type ImageTotals = { generated: number; creditsUsed: number; favorites: number };

const find = preparedQuery<ImageTotals>(
  'find-image-totals',
  `select a.image_count as generated, a.image_credits as "creditsUsed",
          (select count(*) from generation g
            where g.user_id = a.user_id and g.medium = 'image' and g.is_favorite and g.deleted_at is null) as favorites
     from credit_account a where a.user_id = $1`,
);

/**
 * All of a user's images, whatever a list of them is narrowed to. The first two are kept with the account; favorites are
 * counted in generation_favorite_images.
 */
export async function findImageTotals(on: Queryable, userId: string): Promise<ImageTotals> {
  const [totals] = await find(on, [userId]);
  if (!totals) throw new Error('A user has no account');
  return totals;
}
