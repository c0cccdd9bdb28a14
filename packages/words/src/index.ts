// The words of servers: mails, notifications, archives and the pages that the api makes itself. They stand beside those of
// the web app, so that a language is one folder of `web/src/locales/`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../web/src/locales');
const english = 'en';

/** The tags of all languages, English first. */
export const languages: readonly string[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort((a, b) => Number(b === english) - Number(a === english) || a.localeCompare(b));

/** The language itself where there is one, else English. */
export function knownLanguage(language: string): string {
  return languages.includes(language) ? language : english;
}

/**
 * Reads `server/<name>.json` of every language, once. Returns the words of a language, or the English ones of one that
 * there is not. `Words` is the shape of the English file, which a test holds for all.
 */
export function readServerWords<Messages>(name: string): (language: string) => Messages {
  const all = new Map(
    languages.map((tag) => [tag, JSON.parse(readServerFile(tag, `${name}.json`)) as Messages] as const),
  );
  return (language) => all.get(knownLanguage(language)) as Messages;
}

/** The same of a longer text in Markdown, `server/<name>.md`. */
export function readServerText(name: string): (language: string) => string {
  const all = new Map(languages.map((tag) => [tag, readServerFile(tag, `${name}.md`)] as const));
  return (language) => all.get(knownLanguage(language)) as string;
}

/** Fills the places `{{name}}` of a text; one without a value stays. Values are never searched for places. */
export function fillWords(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
}

function readServerFile(tag: string, name: string): string {
  return readFileSync(join(folder, tag, 'server', name), 'utf8');
}
