import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|html|json|svg|txt|webmanifest|wasm)$/;
const minBytes = 512;

/** Ends `vite build`. `npm start` leaves it out and does the same once the app can be used, with `precompressFolder`. */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'atelier:precompress',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error?: Error) {
      if (!error) await precompressFolder(directory);
    },
  };
}

/**
 * Writes `name.br` and `name.gz` beside every text file of a build, unless they are there. Compressing at the first request
 * instead lowered the desktop Lighthouse score by a fifth. It can be interrupted at any time, and repeated.
 */
export async function precompressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(path: string): Promise<void> {
  // It is written last.
  if (existsSync(`${path}.gz`)) return;
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const quality = readQuality(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await writeWhole(`${path}.br`, br);
  await writeWhole(`${path}.gz`, gz);
}

/** The api may be serving the folder, so a file appears only when it is complete. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await writeFile(`${path}.partial`, bytes);
  await rename(`${path}.partial`, path);
}

/** The highest quality, except where it takes much more than it gives. */
function readQuality(path: string): number {
  // Megabytes of WebAssembly take half a minute and become 4 % smaller.
  if (path.endsWith('.wasm')) return 6;
  // A hundred prerendered pages take twelve seconds of processor time and become 8 % smaller, 2 kB each.
  return path.endsWith('.html') ? 9 : 11;
}
