import type account from '../../locales/en/account.json';
import type admin from '../../locales/en/admin.json';
import type approvals from '../../locales/en/approvals.json';
import type audio from '../../locales/en/audio.json';
import type batches from '../../locales/en/batches.json';
import type camera from '../../locales/en/camera.json';
import type closing from '../../locales/en/closing.json';
import type cut from '../../locales/en/cut.json';
import type developers from '../../locales/en/developers.json';
import type dialogs from '../../locales/en/dialogs.json';
import type film from '../../locales/en/film.json';
import type help from '../../locales/en/help.json';
import type history from '../../locales/en/history.json';
import type landing from '../../locales/en/landing.json';
import type ledger from '../../locales/en/ledger.json';
import type legal from '../../locales/en/legal.json';
import type library from '../../locales/en/library.json';
import type margins from '../../locales/en/margins.json';
import type models from '../../locales/en/models.json';
import type palette from '../../locales/en/palette.json';
import type pricing from '../../locales/en/pricing.json';
import type projects from '../../locales/en/projects.json';
import type provenance from '../../locales/en/provenance.json';
import type question from '../../locales/en/question.json';
import type reports from '../../locales/en/reports.json';
import type results from '../../locales/en/results.json';
import type share from '../../locales/en/share.json';
import type sheet from '../../locales/en/sheet.json';
import type shell from '../../locales/en/shell.json';
import type standIn from '../../locales/en/stand-in.json';
import type status from '../../locales/en/status.json';
import type transcript from '../../locales/en/transcript.json';
import type trash from '../../locales/en/trash.json';
import type tray from '../../locales/en/tray.json';
import type understanding from '../../locales/en/understanding.json';
import type viewer from '../../locales/en/viewer.json';
import type wallet from '../../locales/en/wallet.json';

/** Namespaces with keys built at run time from ids and codes of the catalog; a test checks them against the catalog. */
type OpenMessages = { [key: string]: unknown };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    returnNull: false;
    resources: {
      approvals: typeof approvals;
      audio: typeof audio;
      batches: typeof batches;
      camera: typeof camera;
      admin: typeof admin;
      // The labels of details are looked up by names that the api chooses.
      audit: OpenMessages;
      create: OpenMessages;
      account: typeof account;
      help: typeof help;
      legal: typeof legal;
      closing: typeof closing;
      cut: typeof cut;
      film: typeof film;
      developers: typeof developers;
      dialogs: typeof dialogs;
      history: typeof history;
      library: typeof library;
      kinds: OpenMessages;
      landing: typeof landing;
      ledger: typeof ledger;
      messages: OpenMessages;
      preview: OpenMessages;
      palette: typeof palette;
      pricing: typeof pricing;
      reports: typeof reports;
      margins: typeof margins;
      models: typeof models;
      results: typeof results;
      samples: OpenMessages;
      share: typeof share;
      question: typeof question;
      sheet: typeof sheet;
      shell: typeof shell;
      'stand-in': typeof standIn;
      status: typeof status;
      transcript: typeof transcript;
      trash: typeof trash;
      projects: typeof projects;
      provenance: typeof provenance;
      tray: typeof tray;
      understanding: typeof understanding;
      viewer: typeof viewer;
      wallet: typeof wallet;
    };
  }
}
