import i18next from 'i18next';

/** A kind's own words: what its page and its list say of it, and labels of fields that no other kind has. */
type KindWords = {
  description: string;
  cta: string;
  strengths: string;
  limits: string;
  fields?: Record<string, unknown>;
  options?: Record<string, unknown>;
};

type LanguageWords = {
  help: Record<string, unknown>;
  files: Record<string, () => Promise<KindWords>>;
};

/** One module per language with the help of all forms, and what loads the words of each kind. */
const languageFiles = import.meta.glob<LanguageWords>('../../locales/*/kinds/index.ts');

/** The kinds whose words are in use, to be loaded again with another language. */
const ids = new Set<string>();

/** Adds the words of a kind to the namespace `kinds`, in the language of the page. */
export async function loadKindWords(id: string): Promise<void> {
  ids.add(id);
  // A test of a form's logic, for example, has no page and so no language.
  if (i18next.isInitialized) await addWords(i18next.language, id);
}

/** Adds the words of all kinds in use in another language, whose namespace `kinds` has been loaded. */
export async function addKindWords(language: string): Promise<void> {
  await Promise.all([...ids].map((id) => addWords(language, id)));
}

async function addWords(language: string, id: string): Promise<void> {
  const shared = await languageFiles[`../../locales/${language}/kinds/index.ts`]?.();
  const load = shared?.files[`./${id}.json`];
  if (!load) throw new Error(`There are no words for the kind "${id}" in ${language}`);
  const { fields = {}, options = {}, ...own } = await load();
  i18next.addResourceBundle(language, 'kinds', shared.help, true, true);
  const words = { kinds: { [id]: own }, fields, options };
  i18next.addResourceBundle(language, 'kinds', words, true, true);
}
