// Reads what visitors may see of shared pages. Each statement holds the whole condition, so a share ends everywhere at once,
// without a job: when it is stopped, past its end or hidden, and when its generation or account is away.
import type { GenerationRow, OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const isShown = `s.token_hash = $1 and s.ended_at is null and s.hidden_at is null
      and (s.ends_at is null or s.ends_at > now())
      and g.deleted_at is null and g.taken_down_at is null and u.closed_at is null`;
const tables = `share s join generation g on g.id = s.generation_id join app_user u on u.id = s.user_id`;

export type SharedWork = {
  share_id: string;
  shared_at: Date;
  shows_prompt: boolean;
  shows_settings: boolean;
  allows_download: boolean;
  allows_indexing: boolean;
  generation: Pick<
    GenerationRow,
    'id' | 'user_id' | 'kind' | 'medium' | 'model' | 'prompt' | 'input' | 'seed_used' | 'alt_text'
  >;
  finished_at: Date;
  /** Outputs without those that the safety check has hidden. */
  outputs: OutputRow[];
};

const findWork = preparedQuery<SharedWork>(
  'find-shared-work',
  `select s.id as share_id, s.created_at as shared_at, s.shows_prompt, s.shows_settings, s.allows_download,
          s.allows_indexing, g.finished_at,
          jsonb_build_object('id', g.id, 'user_id', g.user_id, 'kind', g.kind, 'medium', g.medium, 'model', g.model,
                             'prompt', g.prompt, 'input', g.input, 'seed_used', g.seed_used, 'alt_text', g.alt_text) as generation,
          coalesce((select jsonb_agg(to_jsonb(o) order by o.position) from output o
                     where o.generation_id = g.id and not o.is_flagged
                       and (o.storage_key is not null or o.text is not null)), '[]') as outputs
     from ${tables}
    where ${isShown}`,
);

/** The work behind a token, by the token's SHA-256. Returns undefined when there is no such page, whatever the reason. */
export async function findSharedWork(on: Queryable, tokenHash: Buffer): Promise<SharedWork | undefined> {
  const [row] = await findWork(on, [tokenHash]);
  return row;
}

export type SharedFile = {
  storage_key: string;
  content_type: string;
  allows_download: boolean;
  /** The beginning of the prompt; empty where the page does not show it. */
  name_prompt: string;
};

const findFile = preparedQuery<SharedFile>(
  'find-shared-file',
  `select case when $3::boolean then o.poster_key else o.storage_key end as storage_key,
          case when $3 then 'image/webp' else o.content_type end as content_type,
          s.allows_download, case when s.shows_prompt then left(g.prompt, 60) else '' end as name_prompt
     from ${tables} join output o on o.generation_id = g.id
    where ${isShown} and o.position = $2 and not o.is_flagged
      and case when $3 then o.poster_key else o.storage_key end is not null`,
);

/** A file of a shared page, or its poster. Returns undefined as above. */
export async function findSharedFile(
  on: Queryable,
  { tokenHash, position, isPoster }: { tokenHash: Buffer; position: number; isPoster: boolean },
): Promise<SharedFile | undefined> {
  const [row] = await findFile(on, [tokenHash, position, isPoster]);
  return row;
}

export type SharedSource = { generation: GenerationRow; shows_prompt: boolean; shows_settings: boolean };

const findSource = preparedQuery<GenerationRow & Omit<SharedSource, 'generation'>>(
  'find-shared-recipe-source',
  `select g.*, s.shows_prompt, s.shows_settings
     from ${tables} join output o on o.generation_id = g.id
    where ${isShown} and o.position = $2 and not o.is_flagged and o.storage_key is not null
      and u.shares_recipes and s.allows_download and (s.shows_prompt or s.shows_settings)`,
);

/** The generation that made a file of a shared page, if visitors may learn from the file what the page shows of it. */
export async function findSharedSource(
  on: Queryable,
  { tokenHash, position }: { tokenHash: Buffer; position: number },
): Promise<SharedSource | undefined> {
  const [row] = await findSource(on, [tokenHash, position]);
  if (!row) return undefined;
  const { shows_prompt, shows_settings, ...generation } = row;
  return { generation, shows_prompt, shows_settings };
}

const findAsked = preparedQuery<{ content_type: string }>(
  'find-asked-file',
  `select content_type from upload where storage_key = $1 and user_id = $2 and state = 'stored'
    union all
   select o.content_type from output o join generation g on g.id = o.generation_id
    where o.storage_key = $1 and g.user_id = $2 and g.deleted_at is null and g.taken_down_at is null
      and not exists (select from share s where s.generation_id = g.id and s.hidden_at is not null)`,
);

/**
 * The type of the file that a shared answer is about. Undefined: it is not its owner's, not there, or a result that may
 * not be shown itself.
 */
export async function findAskedType(
  on: Queryable,
  { key, userId }: { key: string; userId: string },
): Promise<string | undefined> {
  const [row] = await findAsked(on, [key, userId]);
  return row?.content_type;
}

const addViews = preparedQuery<never>(
  'add-share-views',
  // Locked in one order, so that two processes never wait for each other.
  `with counted as (select * from unnest($1::uuid[], $2::bigint[]) as c (id, views)),
        locked as (select s.id from share s join counted c on c.id = s.id order by s.id for no key update of s)
   update share s set views = s.views + c.views
     from locked l join counted c on c.id = l.id
    where s.id = l.id`,
);

/** Adds views to shares, each named once; those of erased ones are dropped. */
export async function addShareViews(on: Queryable, views: ReadonlyMap<string, number>): Promise<void> {
  await addViews(on, [[...views.keys()], [...views.values()]]);
}
