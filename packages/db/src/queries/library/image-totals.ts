import { preparedQuery, type Queryable } from '../../prepared.ts';

/** `creditsUsed` includes deleted images, for deletion refunds nothing. */
export type ImageTotals = { generated: number; creditsUsed: number; favorites: number };

const count = preparedQuery<ImageTotals>(
  'count-image-totals',
  `select kept.generated, kept.favorites, kept.credits + deleted.credits as "creditsUsed"
     from (select count(*) as generated, count(*) filter (where is_favorite) as favorites,
                  coalesce(sum(settled), 0)::bigint as credits
             from generation where user_id = $1 and medium = 'image' and deleted_at is null) as kept,
          (select coalesce(sum(settled), 0)::bigint as credits
             from generation where user_id = $1 and medium = 'image' and deleted_at is not null and settled > 0) as deleted`,
);

/** All of a user's images, whatever a list of them is narrowed to. Uses generation_library and generation_deleted_images. */
export async function countImageTotals(on: Queryable, userId: string): Promise<ImageTotals> {
  const [totals] = await count(on, [userId]);
  if (!totals) throw new Error('An aggregate has no row');
  return totals;
}
