import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { detectLanguage, rememberLanguage } from './languages.ts';

/** One file of messages per area and language, loaded with the page that needs it. */
type Namespace =
  | 'shell'
  | 'kinds'
  | 'messages'
  | 'create'
  | 'preview'
  | 'history'
  | 'image-history'
  | 'landing'
  | 'dialogs'
  | 'pricing'
  | 'audio'
  | 'understanding'
  | 'ledger'
  | 'wallet'
  | 'admin'
  | 'developers';

// `local-pages` is for the sign-in and checkout pages of the local stack (packages/dev-stack).
const files = import.meta.glob<Record<string, unknown>>(
  ['../../locales/*/*.json', '!../../locales/*/local-pages.json'],
  { import: 'default' },
);

/** Starts i18next with the messages of the shell. Those of a page are loaded by its route with `loadMessages`. */
export async function startI18n(): Promise<void> {
  await i18next
    .use({
      type: 'backend',
      read: (language: string, namespace: string) => readMessages(language, namespace),
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

/** For route loaders: the messages of a page are loaded before it renders. */
export async function loadMessages(...namespaces: Namespace[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
}

export async function chooseLanguage(language: string): Promise<void> {
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}

function followLanguage(): void {
  document.documentElement.lang = i18next.language;
}

async function readMessages(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load = files[`../../locales/${language}/${namespace}.json`];
  if (!load) throw new Error(`There are no messages for "${namespace}" in ${language}`);
  return load();
}
