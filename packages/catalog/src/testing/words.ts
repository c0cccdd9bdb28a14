import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

const localesFolder = join(import.meta.dirname, '../../../../web/src/locales');

/** The sentence that the web app has for a key such as `fields.prompt.label`; undefined when it has none. */
export function findWords(language: Language, namespace: string, path: string): string | undefined {
  const file = readFileSync(join(localesFolder, language, `${namespace}.json`), 'utf8');
  const found = path
    .split('.')
    .reduce<unknown>(
      (messages, key) => (messages as Record<string, unknown> | undefined)?.[key],
      JSON.parse(file),
    );
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}
