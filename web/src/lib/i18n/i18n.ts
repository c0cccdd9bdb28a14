import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { PartError } from '../parts/part-error.ts';
import { detectLanguage } from './languages.ts';

/** One file of messages per area and language, loaded with the page that needs it. */
type Namespace =
  | 'shell'
  | 'kinds'
  | 'messages'
  | 'create'
  | 'preview'
  | 'history'
  | 'library'
  | 'landing'
  | 'dialogs'
  | 'palette'
  | 'pricing'
  | 'stand-in'
  | 'status'
  | 'audio'
  | 'understanding'
  | 'ledger'
  | 'wallet'
  | 'admin'
  | 'audit'
  | 'reports'
  | 'results'
  | 'margins'
  | 'models'
  | 'developers'
  | 'account'
  | 'approvals'
  | 'legal'
  | 'help'
  | 'closing'
  | 'batches'
  | 'sheet'
  | 'question'
  | 'tray'
  | 'trash'
  | 'projects'
  | 'provenance'
  | 'samples'
  | 'camera'
  | 'share'
  | 'transcript'
  | 'cut'
  | 'film'
  | 'viewer';

type Messages = Record<string, unknown>;

/** One module per language, so that a page does not load the names of the files of all of them. */
const languageFiles = import.meta.glob<Record<string, () => Promise<Messages>>>('../../locales/*/index.ts', {
  import: 'files',
});

const shellNamespaces = ['shell', 'kinds'] as const satisfies readonly Namespace[];
/** Namespaces that something has waited for before it drew their messages. */
const awaited = new Set<string>(shellNamespaces);

/** Starts i18next with the messages of the shell. Those of a page are loaded by its route with `loadMessages`. */
export async function startI18n(language = detectLanguage()): Promise<void> {
  await i18next
    .use({
      type: 'backend',
      read: (language: string, namespace: string) => readMessages(language, namespace),
    })
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      ns: shellNamespaces,
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  if (import.meta.env.SSR) return;
  followLanguage();
  i18next.on('languageChanged', followLanguage);
}

/** Loads the messages of a page before it renders, in route loaders. Rejects with a `PartError` when some could not. */
export async function loadMessages(...namespaces: Namespace[]): Promise<void> {
  const { language } = i18next;
  const isMissing = (namespace: Namespace) => !i18next.hasResourceBundle(language, namespace);
  for (const namespace of namespaces) awaited.add(namespace);
  await i18next.loadNamespaces(namespaces);
  // i18next does not request failed files again, and does not report that.
  if (namespaces.some(isMissing)) await i18next.reloadResources([language], namespaces.filter(isMissing));
  const missing = namespaces.filter(isMissing);
  if (missing.length > 0) throw new PartError(`The messages of ${missing.join(', ')} in ${language}`);
}

function followLanguage(): void {
  document.documentElement.lang = i18next.language;
}

async function readMessages(language: string, namespace: string): Promise<Messages> {
  // A component that draws them first suspends, and what stands around it vanishes until they are there.
  if (!awaited.has(namespace)) console.error(`No page has loaded "${namespace}"`);
  const files = await languageFiles[`../../locales/${language}/index.ts`]?.();
  const load = files?.[`./${namespace}.json`];
  if (!load) throw new Error(`There are no messages for "${namespace}" in ${language}`);
  return load();
}
