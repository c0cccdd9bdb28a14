import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** A file that the build adds under this address. */
export type MadeFile = { path: string; url: string };

const folder = join(import.meta.dirname, '../../node_modules/.cache/made-files');

/**
 * Draws a file unless the cache has one for the same order. It is named after its content, under which browsers keep it
 * for ever.
 */
export async function makeFile(
  name: string,
  order: object,
  draw: (path: string) => Promise<void>,
): Promise<MadeFile> {
  mkdirSync(folder, { recursive: true });
  const key = hashOf(JSON.stringify([name, order]));
  const path = join(folder, `${key}-${name}`);
  if (!existsSync(path)) {
    // Two modules may be making the same file at the same time.
    const partialPath = join(folder, `partial-${randomUUID()}-${name}`);
    await draw(partialPath);
    renameSync(partialPath, path);
  }
  const [base, extension] = name.split('.');
  return { path, url: `/assets/${base}-${hashOf(readFileSync(path))}.${extension}` };
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

/** Adds made files to the build, and serves them during development. */
export function emitMadeFiles(name: string, list: () => Promise<MadeFile[]>): Plugin {
  return {
    name: `atelier:${name}`,
    async generateBundle() {
      for (const { path, url } of await list())
        this.emitFile({ type: 'asset', fileName: `assets/${basename(url)}`, source: readFileSync(path) });
    },
    async configureServer(server) {
      const files = new Map((await list()).map(({ url, path }) => [url, path]));
      server.middlewares.use((request, response, next) => {
        const path = files.get(request.url ?? '');
        if (path) createReadStream(path).pipe(response);
        else next();
      });
    },
  };
}
