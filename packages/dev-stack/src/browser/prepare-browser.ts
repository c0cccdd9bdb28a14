import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { woffToTtf } from '@atelier/fal-emulator/fonts';
import { hasRoomInMemory } from '../testing/temporary-dir.ts';
import { findCacheDir } from './find-cache-dir.ts';

/** Values for Playwright's `launchOptions`. */
export type PreparedBrowser = {
  executablePath: string;
  args: string[];
  ignoreDefaultArgs: string[];
  env: Record<string, string>;
};

const require = createRequire(import.meta.url);
const unpackTimeoutMs = 120_000;
/** Raised when the layout of the unpacked directory changes. */
const layoutRevision = 1;

// Not the package's own: its `--single-process` crashes when a context closes, and it disables web security.
const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // A tenth less processor time for a page than composing it by an emulated one.
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/**
 * Prepares a headless Chromium that npm installed: no system package, no download. The first call for a version unpacks
 * it (about 220 MB, some 3 s). Safe for concurrent processes, and after a call that was killed midway.
 *
 * On platforms that the package does not support, TEST_BROWSER_PATH names a Chromium or Chrome to use instead.
 *
 * @param options.cacheDir where to keep unpacked versions; by default the user's cache directory
 */
export async function prepareBrowser(options: { cacheDir?: string } = {}): Promise<PreparedBrowser> {
  const ownPath = process.env.TEST_BROWSER_PATH;
  // Pictures that the browser's processes share are then files on a disk: a tenth more processor time for each page.
  const ignoreDefaultArgs = hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [];
  if (ownPath) return { executablePath: ownPath, args: launchArgs, ignoreDefaultArgs, env: browserEnv() };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `npm installs a browser for Linux x64 only, this is ${process.platform} ${process.arch}: ` +
        'set TEST_BROWSER_PATH to the path of an installed Chromium or Chrome.',
    );
  }
  const dir = await unpackOnce(options.cacheDir ?? (await findCacheDir()));
  const libraryPath = [join(dir, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    executablePath: join(dir, 'chromium'),
    args: launchArgs,
    ignoreDefaultArgs,
    env: { ...browserEnv(), LD_LIBRARY_PATH: libraryPath, FONTCONFIG_FILE: join(dir, 'fonts.conf') },
  };
}

async function unpackOnce(cacheDir: string): Promise<string> {
  // This package's `exports` hide its package.json.
  const chromiumManifest = join(require.resolve('@sparticuz/chromium'), '..', '..', 'package.json');
  const version = `${readVersion(chromiumManifest)}-${readVersion('@fontsource/noto-sans-sc/package.json')}`;
  const dir = join(cacheDir, `chromium-${version}-r${layoutRevision}`);
  if (existsSync(dir)) return dir;
  await mkdir(cacheDir, { recursive: true });
  const partialDir = await mkdtemp(`${dir}.partial-`);
  try {
    await unpackInto(partialDir, dir);
    // The final name appears only when everything is in place.
    await rename(partialDir, dir);
  } catch (error) {
    // Another process may have finished first; its copy is equally good.
    if (!existsSync(dir)) throw error;
  } finally {
    await rm(partialDir, { recursive: true, force: true });
  }
  return dir;
}

async function unpackInto(partialDir: string, finalDir: string): Promise<void> {
  const script = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [script], {
    env: { ...currentEnv(), TMPDIR: partialDir },
    timeout: unpackTimeoutMs,
  });
  // The package ships Latin glyphs only; without this, Chinese text is blank.
  for (const weight of [400, 700]) {
    const name = `noto-sans-sc-chinese-simplified-${weight}-normal`;
    const woff = await readFile(require.resolve(`@fontsource/noto-sans-sc/files/${name}.woff`));
    await writeFile(join(partialDir, 'fonts', `${name}.ttf`), woffToTtf(woff));
  }
  await writeFile(join(partialDir, 'fonts.conf'), fontconfig(finalDir));
}

function fontconfig(dir: string): string {
  const escaped = dir.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escaped}/fonts</dir>
  <cachedir>${escaped}/fonts-cache</cachedir>
</fontconfig>
`;
}

function readVersion(manifestPath: string): string {
  return (require(manifestPath) as { version: string }).version;
}

/** Adds a locale, without which Chromium names every download with a non-ASCII name "download". */
function browserEnv(): Record<string, string> {
  return { ...currentEnv(), LC_ALL: 'C.UTF-8' };
}

function currentEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
