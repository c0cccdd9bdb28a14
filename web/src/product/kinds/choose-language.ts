import i18next from 'i18next';
import { rememberLanguage } from '#lib/i18n/languages.ts';
import { addKindWords } from './kind-words.ts';

/** Shows the page in another language, and remembers it. */
export async function chooseLanguage(language: string): Promise<void> {
  rememberLanguage(language);
  await i18next.loadLanguages(language);
  // The words are added after the namespace that they belong to: one that has words already counts as loaded.
  await addKindWords(language);
  await i18next.changeLanguage(language);
}
