import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

const require = createRequire(import.meta.url);
// Each script is a font file of its own; together they are one family.
const scripts = ['latin', 'latin-ext', 'cyrillic', 'vietnamese', 'chinese-simplified'];
const weights = [400, 700];

/** The family in `fonts.conf`, in regular and bold. */
export const fontFamily = 'Noto Sans SC';

/**
 * Writes the fonts and a fontconfig file that knows only them, so that text looks the same on every machine, even one
 * without fonts. Returns the file's path, for a process's FONTCONFIG_FILE.
 */
export async function prepareFonts(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const names = scripts.flatMap((script) =>
    weights.map((weight) => `noto-sans-sc-${script}-${weight}-normal`),
  );
  await Promise.all(names.map((name) => unpackFont(name, directory)));
  const configPath = join(directory, 'fonts.conf');
  await writeWhole(configPath, fontsConf(directory));
  return configPath;
}

async function unpackFont(name: string, directory: string): Promise<void> {
  const path = join(directory, `${name}.ttf`);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const woff = await readFile(require.resolve(`@fontsource/noto-sans-sc/files/${name}.woff`));
  await writeWhole(path, woffToTtf(woff));
}

/** Written under another name and renamed, so that nothing ever reads a partial file. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}

function fontsConf(directory: string): string {
  const escaped = directory.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${escaped}</dir><cachedir>${escaped}/cache</cachedir></fontconfig>
`;
}

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

/** Unpacks a WOFF 1.0 font into the TrueType file inside it: the same tables, each deflated. */
export function woffToTtf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1 font');
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(sfntHeaderBytes + sfntEntryBytes * tableCount);
  woff.copy(directory, 0, 4, 8);
  writeSearchHints(directory, tableCount);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < tableCount; index += 1) {
    const entry = woff.subarray(woffHeaderBytes + woffEntryBytes * index);
    const table = readTable(woff, entry);
    const target = sfntHeaderBytes + sfntEntryBytes * index;
    entry.copy(directory, target, 0, 4);
    directory.writeUInt32BE(entry.readUInt32BE(16), target + 4);
    directory.writeUInt32BE(offset, target + 8);
    directory.writeUInt32BE(table.length, target + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: Buffer): Buffer {
  const start = entry.readUInt32BE(4);
  const packedLength = entry.readUInt32BE(8);
  const packed = woff.subarray(start, start + packedLength);
  return packedLength < entry.readUInt32BE(12) ? inflateSync(packed) : packed;
}

/** Three numbers that let a reader binary-search the table directory. */
function writeSearchHints(directory: Buffer, tableCount: number): void {
  const entrySelector = Math.floor(Math.log2(tableCount));
  const searchRange = sfntEntryBytes * 2 ** entrySelector;
  directory.writeUInt16BE(tableCount, 4);
  directory.writeUInt16BE(searchRange, 6);
  directory.writeUInt16BE(entrySelector, 8);
  directory.writeUInt16BE(sfntEntryBytes * tableCount - searchRange, 10);
}
