import { preparedQuery, type Queryable } from '../../prepared.ts';

/** `text` is null for speech, whose words are in the transcript alone. */
export type TranscriptRow = { text: string | null; transcript: unknown };

const find = preparedQuery<TranscriptRow>(
  'find-transcript',
  `select o.text, o.transcript
     from output o join generation g on g.id = o.generation_id
    where g.id = $1 and g.user_id = $2 and g.deleted_at is null and g.finished_at is not null
      and o.transcript is not null`,
);

/** The transcript that a generation of this user made or came with; undefined when it made none, or is deleted. */
export async function findTranscript(
  on: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<TranscriptRow | undefined> {
  const [row] = await find(on, [id, userId]);
  return row;
}

export type TranscribedRow = { generation_id: string; output_position: number; language_code: string };

const hasWords = `o.transcript -> 'words' -> 0 is not null`;
const isShown = 'deleted_at is null and finished_at is not null and user_id = $2';

const list = preparedQuery<TranscribedRow>(
  'list-transcripts',
  `with shown as (select id from generation where id = $1 and ${isShown})
   (select g.id as generation_id, s.output_position, o.transcript ->> 'language_code' as language_code
      from generation_source s
      join (select id, finished_at from generation where ${isShown}) g on g.id = s.generation_id
      join output o on o.generation_id = g.id and o.storage_key is null and ${hasWords}
     where s.source_id = $1 and s.relation = 'input' and s.output_position is not null
     order by g.finished_at desc, g.id desc limit 20)
   union all
   select o.generation_id, o.position, o.transcript ->> 'language_code'
     from shown join output o on o.generation_id = shown.id and o.storage_key is not null and ${hasWords}
   union all
   select o.generation_id, 0, o.transcript ->> 'language_code'
     from shown
     join generation_source s on s.generation_id = shown.id and s.relation = 'input' and s.field = $3
     join (select id from generation where ${isShown}) g on g.id = s.source_id
     join output o on o.generation_id = g.id and o.position = s.output_position
                      and o.storage_key is not null and ${hasWords}`,
);

/** `soundField`: the input that is heard in the result; null where none is. */
type TranscribedFile = { sourceId: string; userId: string; soundField: string | null };

/**
 * Lists the transcripts with words that this user has had made of the files of a generation, the newest first, and last the
 * words that came with the speech which it is or which is heard in it. Uses generation_source_source and
 * generation_source_once.
 */
export function listTranscripts(
  on: Queryable,
  { sourceId, userId, soundField }: TranscribedFile,
): Promise<TranscribedRow[]> {
  return list(on, [sourceId, userId, soundField]);
}
