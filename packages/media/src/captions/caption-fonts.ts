import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Blob, Face, Font, Buffer as ShapedText, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';

/**
 * A package of one variable font, which is cut into files by its characters. The name of the family is that in the files,
 * and `script` are the letters that the font is for.
 */
type Family = { family: string; name: string; ranges: string; script?: RegExp };

const families: readonly Family[] = [
  {
    family: 'Inter',
    name: 'inter',
    ranges: import.meta.resolve('@fontsource-variable/inter/unicode.json'),
  },
  {
    family: 'Noto Sans SC Thin',
    name: 'noto-sans-sc',
    ranges: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  },
  {
    family: 'Noto Sans KR Thin',
    name: 'noto-sans-kr',
    ranges: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
    script: /\p{Script=Hangul}/u,
  },
  {
    family: 'Noto Sans Arabic',
    name: 'noto-sans-arabic',
    ranges: import.meta.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
    script: /\p{Script=Arabic}/u,
  },
  {
    family: 'Noto Sans Hebrew Thin',
    name: 'noto-sans-hebrew',
    ranges: import.meta.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
    script: /\p{Script=Hebrew}/u,
  },
  {
    family: 'Noto Sans Devanagari',
    name: 'noto-sans-devanagari',
    ranges: import.meta.resolve('@fontsource-variable/noto-sans-devanagari/unicode.json'),
    script: /\p{Script=Devanagari}/u,
  },
  {
    family: 'Noto Sans Thai',
    name: 'noto-sans-thai',
    ranges: import.meta.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
    script: /\p{Script=Thai}/u,
  },
];

/** Semi-bold stays legible inside an outline. */
export const fontWeight = 600;

/** Characters of every file, so that a space or a joiner does not end the shaping of a text. */
const everywhere = ' \u200c\u200d';

/** A part of a text that one font draws. `sizePerEm` is the size that libass needs for letters of one em. */
export type FontRun = { family: string; sizePerEm: number; text: string };

export type CaptionFonts = {
  /** The text in runs, without the characters that no font has. */
  listRuns(text: string): FontRun[];
  /** The width of a text in ems. */
  measureWidth(text: string): number;
};

/** A file of a font; `ranges` are the first and last of the characters that it is for. */
type Slice = { family: string; path: string; ranges: readonly (readonly [number, number])[] };
type LoadedSlice = { family: string; font: Font; characters: ReadonlySet<string>; sizePerEm: number };

/**
 * Writes the fonts that a text needs to a folder, each with no more than its characters: libass reads neither WOFF2 nor
 * the weights of a variable font, and otherwise has only the fonts of the machine, of which a server may have none.
 */
export async function prepareFonts(text: string, folder: string): Promise<CaptionFonts> {
  await mkdir(folder, { recursive: true });
  const slices = await listSlicesFor(text);
  const loaded: LoadedSlice[] = [];
  let missing = [...new Set(text.normalize('NFC'))];
  // A file may lack some of the characters of its ranges, which another one has.
  for (const family of new Set(slices.map((slice) => slice.family))) {
    const own = slices.filter((slice) => slice.family === family);
    const needed = Map.groupBy(missing, (character) => own.find((slice) => isFor(slice, character)));
    for (const [slice, characters] of needed) {
      if (!slice) continue;
      const bytes = await subsetFont(await readFile(slice.path), characters.join('') + everywhere, {
        targetFormat: 'truetype',
        variationAxes: { wght: fontWeight },
      });
      await writeFile(join(folder, `${loaded.length}.ttf`), bytes);
      loaded.push(loadSlice(family, bytes));
    }
    missing = missing.filter((character) => !loaded.some(({ characters }) => characters.has(character)));
  }
  return createFonts(loaded);
}

/** The files of all fonts, those for the script of the text first: it takes Latin letters and punctuation from them, too. */
async function listSlicesFor(text: string): Promise<Slice[]> {
  const main = families.find(({ script }) => script?.test(text));
  const ordered = main ? [main, ...families.filter((each) => each !== main)] : families;
  return (await Promise.all(ordered.map(listSlices))).flat();
}

function isFor({ ranges }: Slice, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => code >= first && code <= last);
}

async function listSlices({ family, name, ranges: address }: Family): Promise<Slice[]> {
  const place = (file: string) => fileURLToPath(new URL(file, address));
  const rangesBySubset: Record<string, string> = JSON.parse(await readFile(place('unicode.json'), 'utf8'));
  return Object.entries(rangesBySubset).map(([subset, ranges]) => ({
    family,
    path: place(`files/${name}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(readRange),
  }));
}

/** Reads a range as style sheets write it, such as `U+4e00` or `U+4e00-4e0d`. */
function readRange(range: string): [number, number] {
  const [first = 0, last = first] = range
    .replace(/^U\+/i, '')
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}

function loadSlice(family: string, bytes: Uint8Array): LoadedSlice {
  const face = new Face(new Blob(bytes));
  const characters = new Set(Array.from(face.collectUnicodes(), (code) => String.fromCodePoint(code)));
  return { family, font: new Font(face), characters, sizePerEm: readLineHeight(face) / face.upem };
}

/** Height of a line by which libass scales a font: ascent and descent of the table OS/2. */
function readLineHeight(face: Face): number {
  const table = face.referenceTable('OS/2');
  if (!table) throw new Error('The font has no metrics');
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  return view.getUint16(74) + view.getUint16(76);
}

function createFonts(slices: readonly LoadedSlice[]): CaptionFonts {
  /** Parts by the file that draws them; a space and a joiner stay with the letter in front of them. */
  const splitText = (text: string) => {
    const parts: { slice: LoadedSlice; text: string }[] = [];
    for (const character of text.normalize('NFC')) {
      const last = parts.at(-1);
      const slice = last?.slice.characters.has(character)
        ? last.slice
        : slices.find(({ characters }) => characters.has(character));
      if (last && slice === last.slice) last.text += character;
      else if (slice) parts.push({ slice, text: character });
    }
    return parts;
  };
  return {
    listRuns(text) {
      const runs: FontRun[] = [];
      for (const { slice, text: part } of splitText(text)) {
        const last = runs.at(-1);
        if (last?.family === slice.family) last.text += part;
        else runs.push({ family: slice.family, sizePerEm: slice.sizePerEm, text: part });
      }
      return runs;
    },
    measureWidth: (text) =>
      splitText(text).reduce((sum, { slice, text: part }) => sum + measurePart(slice.font, part), 0),
  };
}

function measurePart(font: Font, text: string): number {
  const shaped = new ShapedText();
  shaped.addText(text);
  shaped.guessSegmentProperties();
  shape(font, shaped);
  const advances = shaped.getGlyphPositions().map(({ xAdvance }) => xAdvance ?? 0);
  return advances.reduce((sum, advance) => sum + advance, 0) / font.face.upem;
}
