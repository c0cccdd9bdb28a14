import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';

const localesFolder = 'web/src/locales';
const languages = ['en', 'zh-CN'];

type Messages = { [key: string]: string | Messages };

/** Both languages say the same things: the same files, keys and placeholders, and nothing empty. */
export const locales: Check = {
  name: 'locales',
  findProblems(root, files) {
    const namespaces = new Set(files.flatMap((path) => namespaceOf(path) ?? []));
    if (namespaces.size === 0) return [`no messages found in ${localesFolder}`];
    return [...namespaces].sort().flatMap((namespace) => compareNamespace(root, files, namespace));
  },
};

function namespaceOf(path: string): string | undefined {
  return new RegExp(`^${localesFolder}/[^/]+/(.+\\.json)$`).exec(path)?.[1];
}

function compareNamespace(root: string, files: string[], namespace: string): string[] {
  const texts = languages.map((language) => {
    const path = `${localesFolder}/${language}/${namespace}`;
    const messages = files.includes(path) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {};
    return { path, messages: flatten(messages) };
  });
  const keys = new Set(texts.flatMap(({ messages }) => [...messages.keys()]));
  return [...keys].flatMap((key) => {
    const missing = texts.filter(({ messages }) => !messages.get(key)?.trim());
    if (missing.length > 0) return missing.map(({ path }) => `${path} lacks '${key}'`);
    const [first, ...others] = texts.map(({ messages }) => placeholdersOf(messages.get(key) ?? ''));
    return others.every((other) => other === first)
      ? []
      : [`${namespace}: '${key}' differs in its {{placeholders}}`];
  });
}

/** Plural forms differ by language (English one/other, Chinese other only), so they count as one key. */
function flatten(messages: Messages, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value !== 'string') {
      for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
    } else {
      const name = `${prefix}${key}`.replace(/_(zero|one|two|few|many|other)$/, '');
      flat.set(name, `${value}`);
    }
  }
  return flat;
}

function placeholdersOf(text: string): string {
  const names = [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}|<\/?(\w+)\s*\/?>/g)].map(
    ([, name, tag]) => name ?? tag,
  );
  return [...new Set(names)].sort().join(' ');
}
