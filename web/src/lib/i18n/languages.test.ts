import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pushLanguages } from '@atelier/contract';
import { expect, it } from 'vitest';
import { findLanguage, languages } from './languages.ts';

it('each folder of locales is a language, English first, each under its own name', () => {
  const folders = readdirSync(join(import.meta.dirname, '../../locales'), { withFileTypes: true });
  const tags = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(languages.map(({ tag }) => tag).sort()).toEqual(tags.sort());
  expect(languages[0]).toEqual({ tag: 'en', name: 'English' });
  expect(languages).toContainEqual({ tag: 'zh-CN', name: '简体中文' });
});

it('every language has notifications', () => {
  expect([...pushLanguages].sort()).toEqual(languages.map(({ tag }) => tag).sort());
});

it.each([
  [['zh-CN'], 'zh-CN'],
  [['ZH-cn'], 'zh-CN'],
  [['zh-TW', 'en'], 'zh-CN'],
  [['', 'fr-FR', 'en-GB', 'zh'], 'en'],
  [['', 'fr-FR'], 'en'],
])('the preference %j selects the language %s', (wanted, tag) => expect(findLanguage(wanted)).toBe(tag));
