import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { primaryLanguage } from '@atelier/contract';
import { repositoryRoot } from '../supervisor/settings.ts';

/** `local-pages.json` of a language. The web app itself does not load it; the languages are those of the web app. */
export type LocalPageTexts = {
  signIn: {
    title: string;
    intro: string;
    accounts: Record<'paid' | 'unpaid' | 'operator', string>;
    otherLabel: string;
    otherHint: string;
    otherButton: string;
    badAddress: string;
    problemTitle: string;
    problemAdvice: string;
  };
  checkout: {
    title: string;
    /** Comes first: this is not a real payment. */
    notice: string;
    amount: string;
    complete: string;
    cancel: string;
    fail: string;
    goneTitle: string;
    goneAdvice: string;
    back: string;
  };
};

export type LocalPageLanguage = { language: string; texts: LocalPageTexts };

const localesFolder = join(repositoryRoot, 'web/src/locales');
const fallbackLanguage = 'en';

/** One per folder of the web app's translations. */
export function listLanguages(): string[] {
  const entries = readdirSync(localesFolder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * The texts in the first of the browser's languages that we have, else in English. Without an exact match the primary
 * language decides: `zh-TW` gets `zh-CN`.
 */
export function readLocalPageTexts(acceptLanguage: string | undefined): LocalPageLanguage {
  const language = chooseLanguage(acceptLanguage ?? '');
  const file = join(localesFolder, language, 'local-pages.json');
  return { language, texts: JSON.parse(readFileSync(file, 'utf8')) as LocalPageTexts };
}

function chooseLanguage(acceptLanguage: string): string {
  const languages = listLanguages();
  for (const range of acceptLanguage.split(',')) {
    const wanted = range.split(';')[0]?.trim().toLowerCase() ?? '';
    const found =
      languages.find((language) => language.toLowerCase() === wanted) ??
      languages.find((language) => primaryLanguage(language) === primaryLanguage(wanted));
    if (found !== undefined) return found;
  }
  return fallbackLanguage;
}
