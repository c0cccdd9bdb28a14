import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { detectLanguage, rememberLanguage } from './languages.ts';
import type { Namespace } from './namespaces.ts';

// `local-pages` belongs to the local stack's own pages (packages/dev-stack).
const files = import.meta.glob<Record<string, unknown>>(
  ['../../locales/*/*.json', '!../../locales/*/local-pages.json'],
  { import: 'default' },
);

/** Starts i18next with the shell's words. The words of a page come with its route through `loadWords`. */
export async function startI18n(): Promise<void> {
  await i18next
    .use({
      type: 'backend',
      read: (language: string, namespace: string) => readWords(language, namespace),
    })
    .use(initReactI18next)
    .init({
      lng: detectLanguage(),
      fallbackLng: false,
      ns: ['shell', 'kinds'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  followLanguage();
  i18next.on('languageChanged', followLanguage);
}

/** For route loaders: the words of a page are there before it is drawn. */
export async function loadWords(...namespaces: Namespace[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
}

export async function chooseLanguage(language: string): Promise<void> {
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}

function followLanguage(): void {
  document.documentElement.lang = i18next.language;
}

async function readWords(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load = files[`../../locales/${language}/${namespace}.json`];
  if (!load) throw new Error(`There are no words for "${namespace}" in ${language}`);
  return load();
}
