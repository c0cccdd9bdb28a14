import type account from '../../locales/en/account.json';
import type history from '../../locales/en/history.json';
import type landing from '../../locales/en/landing.json';
import type shell from '../../locales/en/shell.json';

// Keys of `kinds` and `messages` are made from the catalog's names and codes, so any text is a key there; a test
// holds both files against the catalog.
/** Words whose keys are known only at run time. */
type OpenWords = { [key: string]: unknown };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    returnNull: false;
    resources: {
      account: typeof account;
      create: OpenWords;
      history: typeof history;
      kinds: OpenWords;
      landing: typeof landing;
      messages: OpenWords;
      preview: OpenWords;
      shell: typeof shell;
    };
  }
}
