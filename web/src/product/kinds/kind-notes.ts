import i18next from 'i18next';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindNotes } from './read-notes.build.ts';
import { tracked } from './tracked.ts';

type NotesById = Readonly<Record<string, KindNotes>>;

const languageFiles = import.meta.glob<NotesById>('../../locales/*/kinds/notes.build.ts', {
  import: 'notes',
});
const loading = new Map<string, Promise<NotesById>>();

/** Loads what lists say of every kind, in the language of the page. */
export function loadKindNotes(language = i18next.language): Promise<NotesById> {
  const begun = loading.get(language) ?? tracked(readNotes(language));
  loading.set(language, begun);
  begun.catch(() => loading.delete(language));
  return begun;
}

/** Returns the notes on every kind by its id; suspends until they have loaded. */
export function useKindNotes(): NotesById {
  const { language } = useTranslation().i18n;
  return use(loadKindNotes(language));
}

async function readNotes(language: string): Promise<NotesById> {
  const load = languageFiles[`../../locales/${language}/kinds/notes.build.ts`];
  if (!load) throw new Error(`There are no notes on kinds in ${language}`);
  return load();
}
