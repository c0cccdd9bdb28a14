import { readFileSync } from 'node:fs';

/** The words of the interface in a language, as they are in `src/locales/`. */
export function readTexts(language: string, namespace: string) {
  return JSON.parse(
    readFileSync(new URL(`../src/locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  );
}

/** The text with these values in its places. */
export const fillText = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key] ?? '');
