import { knownLanguage, readServerText, readServerWords } from '@atelier/words';

/** The words of an archive in one language. Texts are inserted escaped. */
export type Texts = {
  /** Language of the pages and the dates. */
  language: string;
  title: string;
  of: string;
  prepared: string;
  empty: string;
  newer: string;
  older: string;
  allPages: string;
  page: string;
  videos: string;
  images: string;
  sounds: string;
  answers: string;
  uploads: string;
  account: string;
  ledger: string;
  readMe: string;
  details: string;
  answer: string;
  question: string;
  credits: string;
  favorite: string;
  /** `{{date}}` is when it was deleted. */
  inTrash: string;
  hidden: string;
  missing: string;
  status: Readonly<Record<string, string>>;
  /** README.md; `{{missing}}` is how many files could not be found. */
  contents: string;
  /** ledger/README.md; `{{head}}` is the hash of the newest entry. */
  proof: string;
};

const wordsIn = readServerWords<Omit<Texts, 'language' | 'contents' | 'proof'>>('archive');
const contentsIn = readServerText('archive-contents');
const proofIn = readServerText('archive-proof');

/** English for a language without texts. */
export function readTexts(language: string): Texts {
  const known = knownLanguage(language);
  return { language: known, ...wordsIn(known), contents: contentsIn(known), proof: proofIn(known) };
}
