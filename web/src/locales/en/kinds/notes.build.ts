import { readNotes } from '#product/kinds/read-notes.build.ts';

/** Notes for the list of models, in one file. */
export const notes = readNotes(import.meta.dirname);
