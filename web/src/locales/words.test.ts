import { type InputMessageCode, inputMessages, type Kind, kinds } from '@atelier/catalog';
import { boundaryInputs } from '@atelier/catalog/testing';
import { errorCodes } from '@atelier/contract';
import { describe, expect, it } from 'vitest';

type Messages = { [key: string]: string | Messages };

const files = import.meta.glob<Messages>('./*/{*,forms/*,kinds/*,server/*}.json', {
  eager: true,
  import: 'default',
});
const partsOfPaths = Object.keys(files).map((path) => path.split('/'));
const languages = [...new Set(partsOfPaths.map(([, language = '']) => language))].sort();
const namespaces = [...new Set(partsOfPaths.map(([, , ...path]) => path.join('/').replace('.json', '')))];

function listWords(language: string, namespace: string): Messages {
  return files[`./${language}/${namespace}.json`] ?? {};
}

function flatten(words: Messages, prefix = ''): Map<string, string> {
  const entries = Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

/** Languages have plural forms of their own, so those endings do not count. */
const withoutPlural = (key: string) => key.replace(/_(?:ordinal_)?(?:zero|one|two|few|many|other)$/, '');
const listKeys = (words: Messages) => [...new Set([...flatten(words).keys()].map(withoutPlural))].sort();
const inputCodes = Object.keys(inputMessages) as InputMessageCode[];
/** Error codes that the web app never gets, each with the reason. Programs read the sentence of the API. */
const codesOfPrograms = new Map<string, string>([
  ...['quote_invalid', 'quote_not_yours', 'quote_expired', 'quote_other_input'].map(
    (code) => [code, 'the web app sends no quote'] as const,
  ),
  ...[
    'invalid_api_key',
    'api_key_expired',
    'key_scope_missing',
    'approval_refused',
    'too_many_approvals',
  ].map((code) => [code, 'the web app sends no API key'] as const),
  ['fal_call_refused', "only fal's client calls this"],
  ['invalid_signature', 'only providers call this'],
  ['not_acceptable', 'a navigation accepts HTML'],
  ['range_not_satisfiable', 'the browser itself asks for ranges, of files whose size it knows'],
  ['format_not_supported', 'only sites that embed a work ask for its format'],
]);
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();
/** Placeholders and tags: `{{count}}`, `<link>`. */
const listPlaces = (text: string) => [...new Set(text.match(/\{\{\w+|<\/?\w+/g) ?? [])].sort();

it('no text is left as a draft of a kind has it (docs/add-a-kind.md)', () => {
  const drafts = import.meta.glob<Messages>('./**/*.json', { eager: true, import: 'default' });
  const unfinished = Object.entries(drafts).flatMap(([path, words]) =>
    [...flatten(words)]
      .filter(([, text]) => /^\[(write|translate)\] /.test(text))
      .map(([key]) => `${path} ${key}`),
  );
  expect(unfinished).toEqual([]);
});

it('no name says in English what its model does, in another language', () => {
  const english = flatten(listWords('en', 'kinds'));
  const others = languages.filter((language) => language !== 'en');
  const untranslated = others.flatMap((language) =>
    [...flatten(listWords(language, 'kinds'))].filter(
      ([key, text]) => text === english.get(key) && /, [a-z]/.test(text),
    ),
  );
  expect(untranslated).toEqual([]);
});

it('there are an English and a Chinese translation', () => {
  expect(languages).toEqual(expect.arrayContaining(['en', 'zh-CN']));
});

describe.each(namespaces)('the texts of "%s"', (namespace) => {
  const english = flatten(listWords('en', namespace));

  it.each(languages)('have the same keys in %s as in English', (language) => {
    expect(listKeys(listWords(language, namespace))).toEqual(listKeys(listWords('en', namespace)));
  });

  it.each(languages)('are never empty in %s', (language) => {
    const empty = [...flatten(listWords(language, namespace))].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  it.each(languages)('have the same placeholders in %s as in English', (language) => {
    for (const [key, text] of flatten(listWords(language, namespace))) {
      const peer = english.get(key) ?? english.get(`${withoutPlural(key)}_other`);
      if (peer) expect(listPlaces(text), key).toEqual(listPlaces(peer));
    }
  });
});

describe.each(languages)('the texts in %s', (language) => {
  const kindWords = flatten(listWords(language, 'kinds'));
  const messages = flatten(listWords(language, 'messages'));

  it.each(kinds.map((kind) => [kind.id, kind] as const))('label everything of %s', (id, kind) => {
    const own = flatten(listWords(language, `kinds/${id}`));
    const isLabelled = (path: string) => Boolean((own.get(path) ?? kindWords.get(path))?.trim());
    expect(listLabels(kind).filter((path) => !isLabelled(path))).toEqual([]);
  });

  it('repeat no shared label with a kind, and say the same of what several kinds have', () => {
    const own = new Map<string, string>();
    for (const { id } of kinds)
      for (const [path, text] of flatten(listWords(language, `kinds/${id}`))) {
        if (!/^(?:fields|options)\./.test(path)) continue;
        expect(kindWords.get(path), `${id}: ${path}`).toBeUndefined();
        expect(own.get(path) ?? text, `${id}: ${path}`).toBe(text);
        own.set(path, text);
      }
  });

  it('name every part of a price', () => {
    for (const code of ['base', 'frames', 'steps', 'interpolation', 'count']) {
      expect(kindWords.has(`price.${code}`), code).toBe(true);
    }
  });

  it('have a message for every problem with an input, with the placeholders of the catalog', () => {
    for (const code of inputCodes) {
      const text = messages.get(`input.${code}`);
      expect.soft(text?.trim(), `messages.json lacks input.${code}`).toBeTruthy();
      expect
        .soft(namesIn(text ?? '', /\{\{(\w+)\}\}/g), code)
        .toEqual(namesIn(inputMessages[code], /\{(\w+)\}/g));
    }
  });

  it('have a message for every error code of the API that a browser can get, and for no other', () => {
    const codes = ['network_error', ...Object.keys(errorCodes)];
    const hasMessage = (code: string) => Boolean(messages.get(`error.${code}`)?.trim());
    expect(codes.filter((code) => !hasMessage(code)).sort()).toEqual([...codesOfPrograms.keys()].sort());
  });
});

it('the English messages about inputs are the sentences that the API sends', () => {
  const english = flatten(listWords('en', 'messages'));
  for (const code of inputCodes) {
    expect.soft(english.get(`input.${code}`)?.replaceAll(/\{\{(\w+)\}\}/g, '{$1}')).toBe(inputMessages[code]);
  }
});

/** Units of options that are names, or that the browser has words for. */
const namedUnits = ['voice', 'language'];

/** Every label that the form, the price and the history of a kind need. An option such as 480p needs none. */
function listLabels(kind: Kind): string[] {
  const options = Object.entries(kind.fields).flatMap(([name, { widget }]) =>
    widget.type === 'choice' && !namedUnits.includes(widget.unit ?? '')
      ? widget.options
          .filter(({ value }) => !/^\d/.test(String(value)))
          .map(({ value }) => `options.${name}.${value}`)
      : [],
  );
  const parts = boundaryInputs(kind).flatMap((input) => kind.price(input).parts);
  return [
    `kinds.${kind.id}.title`,
    'description',
    'cta',
    'strengths',
    'limits',
    ...Object.keys(kind.fields).map((name) => `fields.${name}.label`),
    ...new Set(parts.map(({ code }) => `price.${code}`)),
    ...options,
  ];
}
