import { inputMessages, kinds } from '@atelier/catalog';
import { errorCodes } from '@atelier/contract';
import { describe, expect, it } from 'vitest';

type Words = { [key: string]: string | Words };

const files = import.meta.glob<Words>('./*/*.json', { eager: true, import: 'default' });
const namespaces = [...new Set(Object.keys(files).map((path) => path.split('/')[2]?.replace('.json', '')))];

function wordsOf(language: string, namespace: string | undefined): Words {
  return files[`./${language}/${namespace}.json`] ?? {};
}

function flatten(words: Words, prefix = ''): Map<string, string> {
  const entries = Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

/** Languages have plural forms of their own, so those endings do not count. */
const withoutPlural = (key: string) => key.replace(/_(?:ordinal_)?(?:zero|one|two|few|many|other)$/, '');
const keysOf = (words: Words) => [...new Set([...flatten(words).keys()].map(withoutPlural))].sort();
const placesOf = (text: string) => [...new Set(text.match(/\{\{\w+/g) ?? [])].sort();

describe.each(namespaces)('the words of "%s"', (namespace) => {
  const en = wordsOf('en', namespace);
  const zh = wordsOf('zh-CN', namespace);

  it('are the same set in both languages', () => {
    expect(keysOf(zh)).toEqual(keysOf(en));
  });

  it('are never empty', () => {
    const empty = [...flatten(en), ...flatten(zh)].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it('have the same places to fill in', () => {
    const english = flatten(en);
    for (const [key, text] of flatten(zh)) {
      const peer = english.get(key) ?? english.get(`${withoutPlural(key)}_other`);
      if (peer) expect(placesOf(text), key).toEqual(placesOf(peer));
    }
  });
});

describe.each(['en', 'zh-CN'])('the words in %s', (language) => {
  const kindWords = flatten(wordsOf(language, 'kinds'));
  const messages = flatten(wordsOf(language, 'messages'));

  it('name every kind and every field of it', () => {
    for (const kind of kinds) {
      for (const word of ['title', 'description', 'cta']) {
        expect(kindWords.has(`kinds.${kind.id}.${word}`), `${kind.id} ${word}`).toBe(true);
      }
      for (const name of Object.keys(kind.fields)) {
        expect(kindWords.has(`fields.${name}.label`), name).toBe(true);
      }
    }
  });

  it('name every part of a price', () => {
    for (const code of ['base', 'frames', 'steps', 'interpolation', 'count']) {
      expect(kindWords.has(`price.${code}`), code).toBe(true);
    }
  });

  it('say every problem with an input', () => {
    const missing = Object.keys(inputMessages).filter((code) => !messages.has(`input.${code}`));
    expect(missing).toEqual([]);
  });

  it('say every error', () => {
    const missing = ['network_error', ...Object.keys(errorCodes)].filter(
      (code) => !messages.has(`error.${code}`),
    );
    expect(missing).toEqual([]);
  });
});
