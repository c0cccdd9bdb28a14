import { findKind } from '@atelier/catalog';
import { type GenerationRow, listTranscripts, type Queryable, type TranscribedRow } from '@atelier/db';

/**
 * Lists the captions of a generation's files for its owner: of their transcriptions first, the newest of these before
 * others.
 */
export function listCaptions(on: Queryable, generation: GenerationRow): Promise<TranscribedRow[]> {
  const { id: sourceId, user_id: userId, kind } = generation;
  return listTranscripts(on, { sourceId, userId, soundField: findSoundField(kind) });
}

/** The input whose sound is that of the result, as where a picture speaks; null where there is none. */
function findSoundField(kindId: string): string | null {
  const kind = findKind(kindId);
  return kind?.hasSound && Object.hasOwn(kind.fields, 'audio_url') ? 'audio_url' : null;
}
