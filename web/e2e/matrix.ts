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
