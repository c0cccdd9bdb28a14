import type { OutputRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type MediaAccess = { owner_id: string; is_public: boolean; content_type: string; name_prompt: string };

const findMedia = preparedQuery<MediaAccess>(
  'find-media',
  `select g.user_id as owner_id, g.is_public, left(g.prompt, 60) as name_prompt,
          case when o.storage_key = $1 then o.content_type else 'image/webp' end as content_type
     from output o join generation g on g.id = o.generation_id
    where (o.storage_key = $1 or o.poster_key = $1) and g.deleted_at is null
    union all
   select user_id, false, '', content_type from upload where storage_key = $1 and state = 'stored'
    limit 1`,
);

/** Who may read a stored file; an upload is its owner's alone. Undefined when no record has it. */
export async function findMediaAccess(on: Queryable, key: string): Promise<MediaAccess | undefined> {
  const [row] = await findMedia(on, [key]);
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

const listOfGeneration = preparedQuery<OutputRow>(
  'list-outputs',
  'select * from output where generation_id = $1 order by position',
);

export function listOutputs(on: Queryable, generationId: string): Promise<OutputRow[]> {
  return listOfGeneration(on, [generationId]);
}

const insert = preparedQuery<{ id: string }>(
  'insert-output',
  `with stored as (
     insert into output (id, generation_id, position, content_type, storage_key, poster_key, placeholder, bytes, width,
                         height, duration_seconds, fps, text, is_flagged, original_url, peaks)
     select * from jsonb_populate_record(null::output, $1::jsonb)
     on conflict (generation_id, position) do nothing
     returning id, generation_id, width, height
   ), sized as (
     update generation set width = stored.width, height = stored.height
       from stored
      where generation.id = stored.generation_id and generation.width is null and stored.width is not null
   )
   select id from stored`,
);

/** Absent columns are null. */
export type NewOutput = Pick<OutputRow, 'id' | 'generation_id' | 'position' | 'content_type'> &
  Partial<OutputRow>;

/**
 * Stores one output as soon as its file is in place, so that a repeated finish job copies only what is missing. False
 * when another run of the job was faster: the files of this one belong to no record. Where the input decided about the
 * size, the record gets that of the file, so that lists can filter by it.
 */
export async function insertOutput(on: Queryable, output: NewOutput): Promise<boolean> {
  const rows = await insert(on, [JSON.stringify({ is_flagged: false, ...output })]);
  return rows.length > 0;
}
