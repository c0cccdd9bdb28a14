import { readNotes } from '#product/kinds/read-notes.build.ts';

/** For the list of models, in one file. */
export const notes = readNotes(import.meta.dirname);
