import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { renderImage, renderVideo } from '@atelier/fal-emulator/media';
import type { Plugin } from 'vite';

/** A file that the build adds under this address. */
export type MadeFile = { path: string; url: string };

/** Kept in the repository: drawing them all takes as long as bundling the app. Remove a file to have it drawn again. */
export const madeFolder = join(import.meta.dirname, 'made');

/** Drawings that have begun, by path: several modules ask for the same file at the same time. */
const drawing = new Map<string, Promise<void>>();

/**
 * Draws a file unless there is one for the same order. Its address is named after its content, under which browsers keep
 * it for ever.
 */
export async function makeFile(
  name: string,
  order: object,
  draw: (path: string) => Promise<void>,
): Promise<MadeFile> {
  const key = computeHash(JSON.stringify([name, order]));
  const path = join(madeFolder, `${key}-${name}`);
  if (!existsSync(path)) {
    if (!drawing.has(path)) drawing.set(path, drawTo(path, draw));
    await drawing.get(path);
  }
  const [base, extension] = name.split('.');
  return { path, url: `/assets/${base}-${computeHash(readFileSync(path))}.${extension}` };
}

async function drawTo(path: string, draw: (path: string) => Promise<void>): Promise<void> {
  mkdirSync(madeFolder, { recursive: true });
  // Another process may be drawing it too.
  const partialPath = join(madeFolder, `partial-${randomUUID()}-${basename(path)}`);
  await draw(partialPath);
  renameSync(partialPath, path);
}

export function computeHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

/** Width and height in pixels, and the quality of the WebP. */
export type PictureSize = { width: number; height: number; quality: number };

/** Writes a drawing (SVG) or a picture as WebP. */
export async function drawPicture(source: Buffer | string, size: PictureSize, path: string): Promise<void> {
  const { width, height, quality } = size;
  const { default: sharp } = await import('sharp');
  await sharp(source, { density: 288 }).resize({ width, height }).webp({ quality }).toFile(path);
}

/** Writes a landscape as WebP, scaled to `size`. */
export async function drawScene(
  order: Omit<Parameters<typeof renderImage>[0], 'format'>,
  size: PictureSize,
  path: string,
): Promise<void> {
  const { renderImage } = await import('@atelier/fal-emulator/media');
  await renderImage({ ...order, format: 'png' }, `${path}.png`);
  await drawPicture(`${path}.png`, size, path);
  rmSync(`${path}.png`);
}

/** Writes a landscape in motion as MP4, or what moves over photos. */
export async function drawVideo(
  order: Omit<Parameters<typeof renderVideo>[0], 'photoPaths'> & { photoPaths?: readonly string[] },
  path: string,
): Promise<void> {
  const { renderVideo } = await import('@atelier/fal-emulator/media');
  await renderVideo({ photoPaths: [], ...order }, path);
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
