import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|html|json|svg|txt|webmanifest|wasm)$/;
const minBytes = 512;

/**
 * Writes `name.br` and `name.gz` beside every text file of the build. Compressing at the first request instead lowered
 * the desktop Lighthouse score by a fifth.
 */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'atelier:precompress',
    apply: 'build',
    configResolved(config) {
      directory = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < minBytes) return;
  const quality = qualityOf(path);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** The highest quality, except where it takes much more than it gives. */
function qualityOf(path: string): number {
  // Megabytes of WebAssembly take half a minute and become 4 % smaller.
  if (path.endsWith('.wasm')) return 6;
  // A hundred painted pages take twelve seconds of processor time and become 8 % smaller, 2 kB each.
  return path.endsWith('.html') ? 9 : 11;
}
