import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** The file that the style sheet names. `node web/build/subset-typeface.ts` writes it again. */
export const typefacePath = join(import.meta.dirname, '../src/styles/inter.woff2');

const source = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
/** The first and last of each run of characters: Latin with its accents, and the signs of the interface. */
const ranges = ['\u0020\u007e', '\u00a0\u00ff', '\u2010\u2027', '‹›', '€€', '™™', '↑↑', '↓↓', '−−'];

/** Inter with the weights and characters of the interface, as WOFF2: less than half of what its package has. */
export async function subsetTypeface(): Promise<Buffer> {
  const font = await readFile(fileURLToPath(import.meta.resolve(source)));
  return subsetFont(font, ranges.map(listCharacters).join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  });
}

function listCharacters(range: string): string {
  const [first = 0, last = first] = [...range].map((character) => character.codePointAt(0) ?? 0);
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
}

if (import.meta.main) await writeFile(typefacePath, await subsetTypeface());
