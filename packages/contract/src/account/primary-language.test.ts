import { expect, it } from 'vitest';
import { primaryLanguage } from './primary-language.ts';

it.each([
  [
    'zh',
    'zh-CN',
    'zh-Hant-HK',
    'cmn-Hans-CN',
    'cmn',
    'yue-HK',
    'yue-Hant',
    'wuu',
    'nan-TW',
    'hak-TW',
    'ZH_cn',
    'lzh',
  ],
  ['en', 'en-GB', 'EN'],
  ['de', 'de-AT'],
  ['', ''],
])('the language %s is that of %s', (language, ...tags) => {
  for (const tag of tags) expect([tag, primaryLanguage(tag)]).toEqual([tag, language]);
});
