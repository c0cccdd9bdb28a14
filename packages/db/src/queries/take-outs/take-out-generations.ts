import { type ExportedColumn, exportedColumns } from '../../generation-columns.ts';
import type { GenerationRow, OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

/** The generations of a user up to the moment at which a take-out was requested. */
export type TakeOutScope = { userId: string; until: Date };

const count = preparedQuery<{ generations: number }>(
  'count-take-out-generations',
  `select (select count(*) from generation where user_id = $1 and created_at <= $2 and purged_at is null)
        + (select count(*) from upload where user_id = $1 and created_at <= $2 and used_at is not null) as generations`,
);

/** How many generations and used uploads there are, for the progress. */
export async function countTakeOutGenerations(
  on: Queryable,
  { userId, until }: TakeOutScope,
): Promise<number> {
  const [row] = await count(on, [userId, until]);
  return row?.generations ?? 0;
}

const columns = `${exportedColumns.map((name) => `g.${name}`).join(', ')},
  coalesce((select jsonb_agg(jsonb_build_object(
                     'page', case when s.ended_at is null then '/s/' || s.token end,
                     'shows_prompt', s.shows_prompt, 'shows_settings', s.shows_settings,
                     'allows_download', s.allows_download, 'allows_indexing', s.allows_indexing, 'views', s.views,
                     'created_at', s.created_at, 'ends_at', s.ends_at, 'ended_at', s.ended_at) order by s.created_at)
              from share s where s.generation_id = g.id), '[]') as shares`;

export type TakeOutGeneration = Pick<GenerationRow, ExportedColumn> & {
  /** The pages that show it or did, oldest first; `page` is null once one was stopped. */
  shares: object[];
};

/** Generation that another one was made from, by its id. */
export type TakeOutSource = {
  generation_id: string;
  relation: string;
  field: string;
  /** Which of its outputs; null of settings. */
  output_position: number | null;
};

const sources = `coalesce((select jsonb_agg(jsonb_build_object('generation_id', s.source_id, 'relation', s.relation,
                                                     'field', s.field, 'output_position', s.output_position)
                                   order by s.field, s.source_id, s.output_position)
                      from generation_source s where s.generation_id = g.id), '[]') as sources`;

export type TakeOutOutput = Omit<
  OutputRow,
  'peaks' | 'placeholder' | 'original_url' | 'poster_key' | 'sha256'
>;

type Page = { after: string | undefined; limit: number };

const listGenerations = preparedQuery<
  TakeOutGeneration & { outputs: TakeOutOutput[]; sources: TakeOutSource[] }
>(
  'list-take-out-generations',
  `select ${columns},
          coalesce((select jsonb_agg(to_jsonb(o) - '{peaks,placeholder,original_url,poster_key,sha256}'::text[] order by o.position)
                      from output o where o.generation_id = g.id and g.finished_at is not null), '[]') as outputs,
          ${sources}
     from generation g
    where user_id = $1 and created_at <= $2 and purged_at is null
      and ($3::uuid is null or (created_at, id) < (select created_at, id from generation where id = $3))
    order by created_at desc, id desc limit $4`,
);

/** A batch, newest first, after the one with the id `after`; what is in the trash, too. Uses generation_newest. */
export function listTakeOutGenerations(
  on: Queryable,
  { userId, until }: TakeOutScope,
  { after, limit }: Page,
) {
  return listGenerations(on, [userId, until, after ?? null, limit]);
}

const listDeleted = preparedQuery<TakeOutGeneration & { sources: TakeOutSource[] }>(
  'list-take-out-deleted',
  `select ${columns}, ${sources} from generation g
    where user_id = $1 and created_at <= $2 and purged_at is not null
      and ($3::uuid is null or (created_at, id) < (select created_at, id from generation where id = $3))
    order by created_at desc, id desc limit $4`,
);

/** The same for those that have left the trash, of which the generation is still there. */
export function listTakeOutDeleted(on: Queryable, { userId, until }: TakeOutScope, { after, limit }: Page) {
  return listDeleted(on, [userId, until, after ?? null, limit]);
}

export type UsedUpload = {
  id: string;
  storage_key: string;
  content_type: string;
  bytes: number;
  created_at: Date;
  used_by: string[];
};

const listUploads = preparedQuery<UsedUpload>(
  'list-take-out-uploads',
  `select u.id, u.storage_key, u.content_type, u.bytes, u.created_at, uses.used_by
     from upload u
    cross join lateral (
      select array_agg(g.id order by g.created_at) as used_by
        from upload_use s join generation g on g.id = s.generation_id
       where s.upload_id = u.id and g.purged_at is null) uses
    where u.user_id = $1 and u.created_at <= $2 and u.state = 'stored' and uses.used_by is not null
      and ($3::uuid is null or (u.created_at, u.id) < (select created_at, id from upload where id = $3))
    order by u.created_at desc, u.id desc limit $4`,
);

/** A batch of the uploads that generations of the user refer to, newest first. Uses upload_user. */
export function listTakeOutUploads(
  on: Queryable,
  { userId, until }: TakeOutScope,
  { after, limit }: Page,
): Promise<UsedUpload[]> {
  return listUploads(on, [userId, until, after ?? null, limit]);
}

export type InputFile = {
  storage_key: string;
  content_type: string;
  created_at: Date;
  /** The output that the file is, or that it was cut out of. */
  source: { generation_id: string; position: number } | null;
} & (
  | { upload_id: string }
  | {
      upload_id: null;
      generation_id: string;
      position: number;
      medium: string;
      prompt: string;
      is_deleted: boolean;
    }
);

const listInputs = preparedQuery<InputFile>(
  'list-take-out-inputs',
  `select u.storage_key, u.content_type, u.created_at, u.id as upload_id, null::uuid as generation_id,
          null::integer as position, null as medium, null as prompt, false as is_deleted,
          case when o.id is not null
               then jsonb_build_object('generation_id', o.generation_id, 'position', o.position) end as source
     from upload u left join output o on o.id = u.source_output_id
    where u.storage_key = any($2) and u.user_id = $1
    union all
   select o.storage_key, o.content_type, g.created_at, null, g.id, o.position, g.medium, g.prompt,
          g.purged_at is not null, jsonb_build_object('generation_id', g.id, 'position', o.position)
     from output o join generation g on g.id = o.generation_id
    where o.storage_key = any($2) and g.user_id = $1`,
);

/** Lists the files that generations took as input: uploads, or results of other generations of the same user. */
export function listInputFiles(on: Queryable, userId: string, keys: readonly string[]): Promise<InputFile[]> {
  return listInputs(on, [userId, keys]);
}
