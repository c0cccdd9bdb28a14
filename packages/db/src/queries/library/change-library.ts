import { maxTags } from '@atelier/contract';
import type { GenerationRow } from '../../generation-row.ts';
import { namedQuery, type Queryable } from '../../prepared.ts';

export type LibraryChange = {
  userId: string;
  ids: readonly string[];
  isFavorite?: boolean | undefined;
  addTags?: readonly string[] | undefined;
  removeTags?: readonly string[] | undefined;
  /** Null takes them out of their project. */
  projectId?: string | null | undefined;
  /** Null or empty removes their text alternative. */
  altText?: string | null | undefined;
};

export type LibraryChanged = {
  rows: GenerationRow[];
  /** Own generations that were left as they are: they would have too many tags. */
  full: string[];
};

const newTags = `(
  select coalesce(array_agg(tag order by place), '{}')
    from (select tag, min(place) as place
            from unnest(g.tags || :addTags::text[]) with ordinality as t(tag, place)
           where tag <> all(:removeTags::text[]) group by tag) as kept)`;

const change = namedQuery<GenerationRow & { is_full: boolean }>(
  'change-library',
  `with own as (
     select id, ${newTags} as new_tags from generation g
      where id = any(:ids::uuid[]) and user_id = :userId and deleted_at is null
      order by id for no key update
   ), changed as (
     update generation g
        set is_favorite = coalesce(:isFavorite::boolean, g.is_favorite), tags = own.new_tags,
            project_id = case when :hasProject::boolean then :projectId::uuid else project_id end,
            alt_text = case when :hasAltText::boolean then nullif(:altText::text, '') else alt_text end,
            revision = revision + 1
       from own
      where g.id = own.id and cardinality(own.new_tags) <= greatest(${maxTags}, cardinality(g.tags))
      returning g.*
   )
   select changed.*, false as is_full from changed
   union all
   select g.*, true from own join generation g on g.id = own.id
    where cardinality(own.new_tags) > greatest(${maxTags}, cardinality(g.tags))`,
);

/**
 * Changes those of the generations that are the user's own and not deleted, all in one statement. Rows are locked in one
 * order, so that two calls never wait for each other. The caller has locked the project: see `lockOwnProject`.
 */
export async function changeLibrary(on: Queryable, given: LibraryChange): Promise<LibraryChanged> {
  const { userId, ids, isFavorite, addTags = [], removeTags = [], projectId, altText } = given;
  const found = await change(on, {
    userId,
    ids,
    isFavorite: isFavorite ?? null,
    addTags,
    removeTags,
    hasProject: projectId !== undefined,
    projectId: projectId ?? null,
    hasAltText: altText !== undefined,
    altText: altText ?? null,
  });
  return {
    rows: found.filter(({ is_full }) => !is_full).map(({ is_full: _, ...row }) => row),
    full: found.filter(({ is_full }) => is_full).map(({ id }) => id),
  };
}
