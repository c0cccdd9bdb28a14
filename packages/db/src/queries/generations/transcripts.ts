import { preparedQuery, type Queryable } from '../../prepared.ts';

export type TranscriptRow = { text: string; transcript: unknown };

const find = preparedQuery<TranscriptRow>(
  'find-transcript',
  `select o.text, o.transcript
     from output o join generation g on g.id = o.generation_id
    where g.id = $1 and g.user_id = $2 and g.deleted_at is null and g.finished_at is not null
      and o.transcript is not null`,
);

/** The transcript that a generation of this user made; undefined when it made none, or is deleted. */
export async function findTranscript(
  on: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<TranscriptRow | undefined> {
  const [row] = await find(on, [id, userId]);
  return row;
}

export type TranscribedRow = { generation_id: string; output_position: number; language_code: string };

const list = preparedQuery<TranscribedRow>(
  'list-transcripts',
  `select g.id as generation_id, s.output_position, o.transcript ->> 'language_code' as language_code
     from generation_source s
     join generation g on g.id = s.generation_id and g.user_id = $2 and g.deleted_at is null
                          and g.finished_at is not null
     join output o on o.generation_id = g.id and o.transcript -> 'words' -> 0 is not null
    where s.source_id = $1 and s.relation = 'input' and s.output_position is not null
    order by g.finished_at desc, g.id desc limit 20`,
);

/**
 * Lists the transcripts with words that this user has had made of the files of a generation, the newest first. Uses
 * generation_source_source.
 */
export function listTranscripts(
  on: Queryable,
  { sourceId, userId }: { sourceId: string; userId: string },
): Promise<TranscribedRow[]> {
  return list(on, [sourceId, userId]);
}
