import { primaryLanguage } from '@atelier/contract';
import { readCookie, writeCookie } from '../cookies.ts';
import { languages } from './languages.build.ts';

export { languages };

const rememberedDays = 365;

/** The language in the cookie, else the first supported one of the browser's, else English. */
export function detectLanguage(): string {
  return findLanguage([readCookie('language') ?? '', ...navigator.languages]);
}

/** The first supported language among the wanted tags, in any region: 'zh-TW' finds 'zh-CN'. */
export function findLanguage(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const exact = languages.find((language) => language.tag.toLowerCase() === tag.toLowerCase());
    const found =
      exact ?? languages.find((language) => primaryLanguage(language.tag) === primaryLanguage(tag));
    if (found) return found.tag;
  }
  return 'en';
}

export function rememberLanguage(tag: string): void {
  writeCookie('language', tag, rememberedDays);
}
