import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pushLanguages } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { fillWords, knownLanguage, languages, readServerText, readServerWords } from './index.ts';

const folder = join(import.meta.dirname, '../../../web/src/locales');
const listFiles = (tag: string) => readdirSync(join(folder, tag, 'server')).toSorted();

it('every language of the web app has all words of servers, and notifications', () => {
  expect(languages[0]).toBe('en');
  for (const tag of languages) expect([tag, listFiles(tag)]).toEqual([tag, listFiles('en')]);
  expect([...pushLanguages].toSorted()).toEqual([...languages].toSorted());
});

it.each(listFiles('en').filter((name) => name.endsWith('.md')))(
  '%s has the same places in every language',
  (file) => {
    const placesIn = (tag: string) => [
      ...new Set(readFileSync(join(folder, tag, 'server', file), 'utf8').match(/\{\{\w+\}\}/g)),
    ];
    for (const tag of languages) expect([tag, placesIn(tag)]).toEqual([tag, placesIn('en')]);
  },
);

describe('the words of a language', () => {
  it('are its own, and English for one that there is not', () => {
    const words = readServerWords<{ open: string }>('push');
    expect([words('zh-CN').open, words('xx').open]).toEqual(['在 Atelier 中查看。', 'Open it in Atelier.']);
    expect(knownLanguage('__proto__')).toBe('en');
    const text = readServerText('archive-contents');
    expect([text('zh-CN'), text('xx')]).toEqual([expect.stringContaining('您的 Atelier 数据'), text('en')]);
  });

  it('never treat a value as a text with places', () => {
    expect(fillWords('{{a}} and {{b}} and {{c}}', { a: '{{b}}', b: 2 })).toBe('{{b}} and 2 and {{c}}');
  });
});
