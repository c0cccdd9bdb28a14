import type { GenerationRow, OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type MediaAccess = {
  owner_id: string;
  is_public: boolean;
  /** Whether the file was checked; a presigned upload must be before it may be served. */
  is_checked: boolean;
  content_type: string;
  name_prompt: string;
};

const findMedia = preparedQuery<MediaAccess>(
  'find-media',
  `select g.user_id as owner_id,
          g.is_public and g.deleted_at is null and u.closed_at is null and g.taken_down_at is null
            and not exists (select from share s where s.generation_id = g.id and s.hidden_at is not null) as is_public,
          true as is_checked,
          left(g.prompt, 60) as name_prompt,
          case when o.storage_key = $1 then o.content_type else 'image/webp' end as content_type
     from output o
     join generation g on g.id = o.generation_id
     join app_user u on u.id = g.user_id
    where (o.storage_key = $1 or o.poster_key = $1) and g.purged_at is null
    union all
   select user_id, false, state = 'stored', '', content_type
     from upload where storage_key = $1 and state in ('open', 'checking', 'stored')
    limit 1`,
);

/**
 * Who may read a stored file; an upload is its owner's alone, and so is what is in the trash, everything of a closed
 * account, and what an operator has taken down or a report has hidden. Undefined when no generation has it.
 */
export async function findMediaAccess(on: Queryable, key: string): Promise<MediaAccess | undefined> {
  const [row] = await findMedia(on, [key]);
  return row;
}

const findRecipe = preparedQuery<GenerationRow>(
  'find-recipe-source',
  `select g.* from output o
     join generation g on g.id = o.generation_id
     join app_user u on u.id = g.user_id and not u.omits_recipes
    where o.storage_key = $1 and g.user_id = $2 and g.purged_at is null`,
);

/** The generation that made a file of this user's, unless they do not want their files to say how they were made. */
export async function findRecipeSource(
  on: Queryable,
  { key, userId }: { key: string; userId: string },
): Promise<GenerationRow | undefined> {
  const [row] = await findRecipe(on, [key, userId]);
  return row;
}

const listFiles = preparedQuery<{ key: string }>(
  'list-output-files',
  `select unnest(array[storage_key, poster_key]) as key from output where generation_id = $1`,
);

/** The storage keys of a generation's files and posters. */
export async function listOutputFiles(on: Queryable, generationId: string): Promise<string[]> {
  const rows = await listFiles(on, [generationId]);
  return rows.flatMap((row) => row.key ?? []);
}

const empty = preparedQuery(
  'empty-outputs',
  `with answered as (
     update output set text = case when text is not null then '' end, transcript = null
      where generation_id = $1 and (text <> '' or transcript is not null)
   )
   update inspection set frames = null
    where frames is not null and output_id in (select id from output where generation_id = $1)`,
);

/**
 * Removes what is left of a generation's results once their files are gone: answers, which become empty, the words of
 * speech, and the pictures that an inspection looked at. What it measured stays, and so does that there was a result, as
 * it was paid for.
 */
export async function emptyOutputs(on: Queryable, generationId: string): Promise<void> {
  await empty(on, [generationId]);
}

const listOfGeneration = preparedQuery<OutputRow>(
  'list-outputs',
  'select * from output where generation_id = $1 order by position',
);

export function listOutputs(on: Queryable, generationId: string): Promise<OutputRow[]> {
  return listOfGeneration(on, [generationId]);
}

/** Every column of the table, so that a new one is a type error here. */
const columns = {
  id: true,
  generation_id: true,
  position: true,
  content_type: true,
  storage_key: true,
  poster_key: true,
  placeholder: true,
  bytes: true,
  width: true,
  height: true,
  duration_seconds: true,
  fps: true,
  text: true,
  transcript: true,
  is_flagged: true,
  original_url: true,
  peaks: true,
  perceptual_hash: true,
  sha256: true,
} satisfies Record<keyof OutputRow, true>;
const names = Object.keys(columns);

const insert = preparedQuery<{ id: string }>(
  'insert-output',
  `with stored as (
     insert into output (${names.join(', ')})
     select ${names.map((name) => `added.${name}`).join(', ')}
       from jsonb_populate_record(null::output, $1::jsonb) as added
       join generation g on g.id = added.generation_id and g.status in ('pending', 'processing')
       join app_user u on u.id = g.user_id and u.erased_at is null
       for share of u for no key update of g
     on conflict (generation_id, position) do nothing
     returning id, generation_id, width, height, storage_key, poster_key
   ), written as (
     delete from file_write using stored
      where file_write.storage_key in (stored.storage_key, stored.poster_key)
   ), inspected as (
     insert into inspection (output_id, fault, doubt, measured, frames)
     select stored.id, found.fault, found.doubt, found.measured, found.frames
       from stored, jsonb_populate_record(null::inspection, $2::jsonb) as found where $2::jsonb is not null
   ), counted as (
     update generation g
        set revision = g.revision + 1, width = coalesce(g.width, stored.width),
            height = case when g.width is null then stored.height else g.height end,
            doubt = coalesce(g.doubt, $2::jsonb ->> 'doubt'),
            doubtful_outputs = g.doubtful_outputs + num_nonnulls($2::jsonb ->> 'doubt')
       from stored
      where g.id = stored.generation_id
   )
   select id from stored`,
);

/** Absent columns are null. */
export type NewOutput = Pick<OutputRow, 'id' | 'generation_id' | 'position' | 'content_type'> &
  Partial<OutputRow>;

/** Fault or doubt of an output: one of the two. */
export type NewInspection = {
  fault: string | null;
  doubt: string | null;
  measured: Record<string, number>;
  frames: Buffer | null;
};

/**
 * Stores one output of a running generation as soon as its file is in place, so that a repeated finish job copies only
 * what is missing. False when another run of the job was faster, the generation has ended, or the owner was erased: the
 * files of this one belong to no generation. The lock on the owner makes an erasure that begins now wait for this output. The
 * generation's revision rises, so that an end which counted the outputs before does not happen (`Ending.ifRevision`).
 * Notes of `insertFileWrites` go. Where the input decided about the size, the generation gets that of the file, so that lists
 * can filter by it. What an inspection has found is stored with it.
 */
export async function insertOutput(
  on: Queryable,
  output: NewOutput,
  inspection?: NewInspection,
): Promise<boolean> {
  const found = inspection && { ...inspection, frames: toHex(inspection.frames) };
  const rows = await insert(on, [
    JSON.stringify({ is_flagged: false, ...output, sha256: toHex(output.sha256) }),
    found ? JSON.stringify(found) : null,
  ]);
  return rows.length > 0;
}

function toHex(bytes: Buffer | null | undefined): string | null {
  return bytes ? `\\x${bytes.toString('hex')}` : null;
}
