import { preparedQuery, type Queryable } from '../../prepared.ts';

export type Facet = { value: string; count: number };
export type ImageFacets = { modes: Facet[]; models: Facet[]; sizes: Facet[]; tags: Facet[] };

type FacetRow = { name: keyof ImageFacets; value: string; count: number };

const maxTagsListed = 200;

const list = preparedQuery<FacetRow>(
  'list-image-facets',
  `with image as not materialized (
     select mode, model, width, height, tags from generation
      where user_id = $1 and medium = 'image' and deleted_at is null
   ), facet as (
     select case when grouping(mode) = 0 then 'modes' when grouping(model) = 0 then 'models' else 'sizes' end as name,
            coalesce(mode, model, width || 'x' || height) as value, count(*) as count
       from image group by grouping sets ((mode), (model), (width, height))
      union all
     (select 'tags', tag, count(*) from image, unnest(tags) as tag where tags <> '{}' group by tag order by 3 desc, 2 limit ${maxTagsListed})
   )
   select * from facet where value is not null order by name, count desc, value`,
);

/** The values that a user's images have, the most frequent first. Uses generation_library. */
export async function listImageFacets(on: Queryable, userId: string): Promise<ImageFacets> {
  const facets: ImageFacets = { modes: [], models: [], sizes: [], tags: [] };
  for (const { name, value, count } of await list(on, [userId])) facets[name].push({ value, count });
  return facets;
}
