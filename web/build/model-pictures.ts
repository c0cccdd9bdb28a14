import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kinds } from '@atelier/catalog';
import { computeHash, drawScene, emitMadeFiles, type MadeFile, makeFile } from './made-files.ts';

/** Pictures of models that `npm run models:pictures` has put here, by the id of the kind; they take the place of drawn ones. */
export const ownPictures = join(import.meta.dirname, 'models');

/** Twice the size of a row of the list. */
export const modelPictureSize = { width: 320, height: 180, quality: 62 };

/** The picture of each kind by its id: an operator's own, else a landscape that no other kind has. */
export async function makeModelPictures(folder: string = ownPictures): Promise<Map<string, MadeFile>> {
  const made = await Promise.all(kinds.map(async ({ id }) => ({ id, path: await makePicture(id, folder) })));
  const version = computeHash(made.map(({ path }) => computeHash(readFileSync(path))).join());
  // One version for all, so that a form names the picture of any kind without a list of addresses.
  return new Map(made.map(({ id, path }) => [id, { path, url: `/assets/model-${id}-${version}.webp` }]));
}

async function makePicture(id: string, folder: string): Promise<string> {
  const own = join(folder, `${id}.webp`);
  // Own pictures are used as they are: they were scaled when they were taken.
  if (existsSync(own)) return own;
  const name = `model-${id}.webp`;
  const seed = Number.parseInt(computeHash(`model ${id}`), 16) % 100_000;
  const { width, height } = modelPictureSize;
  const order = { width, height, seed, caption: { prompt: '', title: '', footer: '' } };
  return (await makeFile(name, order, (path) => drawScene(order, modelPictureSize, path))).path;
}

/** Adds the files to the build, and serves them during development. */
export function emitModelPictures() {
  return emitMadeFiles('model-pictures', async () => [...(await makeModelPictures()).values()]);
}
