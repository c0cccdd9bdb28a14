import type { GenerationRow } from '../../generation-row.ts';
import { namedQuery, type Queryable } from '../../prepared.ts';

const mark = namedQuery<GenerationRow>(
  'mark-images',
  `with own as (
     select id from generation
      where id = any(:ids::uuid[]) and user_id = :userId and medium = 'image' and deleted_at is null
      order by id for no key update
   ), marked as (
     update generation g
        set is_favorite = coalesce(:isFavorite::boolean, g.is_favorite), tags = coalesce(:tags::text[], tags),
            revision = revision + 1
       from own where g.id = own.id
     returning g.*
   )
   select * from marked`,
);

/**
 * Sets the star, the tags, or both; returns those of the generations that are the user's own. Rows are locked in one order,
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
  const { userId, ids, isFavorite = null, tags = null } = change;
  return mark(on, { userId, ids, isFavorite, tags });
}
