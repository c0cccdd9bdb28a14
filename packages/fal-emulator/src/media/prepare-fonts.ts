import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { woffToTtf } from './woff-to-ttf.ts';

const require = createRequire(import.meta.url);
// Each script is a font of its own; together they are one family.
const scripts = ['latin', 'latin-ext', 'cyrillic', 'vietnamese', 'chinese-simplified'];
const weights = [400, 700];

/** The family that `fonts.conf` offers, in regular and bold. */
export const fontFamily = 'Noto Sans SC';

/**
 * Writes the fonts and a fontconfig file that knows only them, so that text looks the same on every machine, also
 * on one without any font. Returns the file's path, to be given to a process as FONTCONFIG_FILE.
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

/** Written aside and renamed: a reader, or a second start, never meets half a file. */
async function writeWhole(path: string, content: Buffer | string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
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
