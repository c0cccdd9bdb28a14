import type admin from '../../locales/en/admin.json';
import type audio from '../../locales/en/audio.json';
import type developers from '../../locales/en/developers.json';
import type dialogs from '../../locales/en/dialogs.json';
import type history from '../../locales/en/history.json';
import type imageHistory from '../../locales/en/image-history.json';
import type landing from '../../locales/en/landing.json';
import type ledger from '../../locales/en/ledger.json';
import type pricing from '../../locales/en/pricing.json';
import type shell from '../../locales/en/shell.json';
import type understanding from '../../locales/en/understanding.json';
import type wallet from '../../locales/en/wallet.json';

/** Namespaces with keys built at run time from ids and codes of the catalog; a test checks them against the catalog. */
type OpenMessages = { [key: string]: unknown };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    returnNull: false;
    resources: {
      audio: typeof audio;
      admin: typeof admin;
      create: OpenMessages;
      developers: typeof developers;
      dialogs: typeof dialogs;
      history: typeof history;
      'image-history': typeof imageHistory;
      kinds: OpenMessages;
      landing: typeof landing;
      ledger: typeof ledger;
      messages: OpenMessages;
      preview: OpenMessages;
      pricing: typeof pricing;
      shell: typeof shell;
      understanding: typeof understanding;
      wallet: typeof wallet;
    };
  }
}
