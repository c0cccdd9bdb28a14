import { readTestSet } from '@atelier/dev-stack/test-sets';

const isWhole = readTestSet(process.env) === 'all';

/**
 * Chooses of what multiplies a test, such as windows or themes: every one in the whole set, else a single one by the name
 * of what is tested, so that the pages share them out.
 */
export function shareOut<Item>(items: readonly Item[], name: string): readonly Item[] {
  if (isWhole) return items;
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return items.slice(hash % items.length, (hash % items.length) + 1);
}

/**
 * Chooses every second of the layouts, whose order is that of a table with an odd number of columns: the even ones in the
 * first language, the odd ones in the second. A title without a language gets all of them.
 */
export function pairWithLanguage<Item>(layouts: readonly Item[], title: string): readonly Item[] {
  const language = /\bin (en|zh-CN)\b/.exec(title)?.[1];
  if (language === undefined) return layouts;
  return layouts.filter((_, index) => index % 2 === (language === 'en' ? 0 : 1));
}
