import type { GenerationRow, OutputRow } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';

/** An output about which nothing is known yet. */
export function emptyOutput(row: GenerationRow, position: number): OutputRow {
  return {
    id: uuidv7(),
    generation_id: row.id,
    position,
    content_type: 'application/octet-stream',
    storage_key: null,
    poster_key: null,
    placeholder: null,
    bytes: null,
    width: null,
    height: null,
    duration_seconds: null,
    fps: null,
    text: null,
    is_flagged: false,
    original_url: null,
    peaks: null,
  };
}
