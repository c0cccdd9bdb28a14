import { readNote, writeNote } from '#lib/files/session-note.ts';
import { createStore } from '#lib/store.ts';

const noteName = 'atelier.analysis';

/**
 * Which analysis stands in the panel: the key of its card, or the id of its record after a reload. `null` while the
 * panel waits for a question.
 */
export const shownAnalysis = createStore<string | null>(readNote(noteName));

export function showAnalysis(key: string | null): void {
  shownAnalysis.set(key);
  if (key === null) writeNote(noteName, null);
}

/** Whether this is the record that stood here before a reload. */
export function isRemembered(key: string): boolean {
  return readNote(noteName) === key;
}

/** The id of the record is what a reload can still find. */
export function rememberAnalysis(id: string): void {
  writeNote(noteName, id);
}
