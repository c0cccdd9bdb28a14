import { readCookie, writeCookie } from '../cookies.ts';

export const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'zh-CN', name: '简体中文' },
] as const;

export type Language = (typeof languages)[number]['tag'];

const rememberedDays = 365;

/** The language chosen before, else the first of the browser's that we have, else English. */
export function detectLanguage(): Language {
  const wanted = [readCookie('language') ?? '', ...navigator.languages];
  for (const tag of wanted) {
    if (/^zh\b/i.test(tag)) return 'zh-CN';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}

export function rememberLanguage(language: Language): void {
  writeCookie('language', language, rememberedDays);
}
