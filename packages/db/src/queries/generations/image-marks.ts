import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const mark = preparedQuery<GenerationRow>(
  'mark-images',
  `update generation
      set is_favorite = coalesce($3::boolean, is_favorite), tags = coalesce($4::text[], tags), revision = revision + 1
    where id in (select id from generation
                  where id = any($2::uuid[]) and user_id = $1 and medium = 'image' and deleted_at is null
                  order by id for no key update)
    returning *`,
);

/**
 * Sets the star, the tags, or both; returns those of the records that are the user's own. Rows are locked in one order,
 * so that two calls never wait for each other.
 */
export function markImages(
  on: Queryable,
  change: {
    userId: string;
    ids: readonly string[];
    isFavorite?: boolean | undefined;
    tags?: readonly string[] | undefined;
  },
): Promise<GenerationRow[]> {
  return mark(on, [change.userId, change.ids, change.isFavorite ?? null, change.tags ?? null]);
}
