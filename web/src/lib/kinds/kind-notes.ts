import i18next from 'i18next';
import type { KindNotes } from './read-notes.build.ts';

export type { KindNotes };

const languageFiles = import.meta.glob<Readonly<Record<string, KindNotes>>>(
  '../../locales/*/kinds/notes.build.ts',
  { import: 'notes' },
);

/** What the list of models says of every kind, in the language of the page. */
export async function loadKindNotes(): Promise<Readonly<Record<string, KindNotes>>> {
  const load = languageFiles[`../../locales/${i18next.language}/kinds/notes.build.ts`];
  if (!load) throw new Error(`There are no notes on kinds in ${i18next.language}`);
  return load();
}
