import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { kinds } from '@atelier/catalog';
import { drawPicture } from './made-files.ts';
import { modelPictureSize, ownPictures } from './model-pictures.ts';

const extensions = ['.webp', '.png', '.jpg', '.jpeg'];

/**
 * Takes the pictures of a folder, each named after the id of a kind, in place of the drawn ones, from the next build on.
 * Returns the kinds that have none there. Throws when the folder has no picture, or one that belongs to no kind.
 */
export async function takeModelPictures(folder: string, target: string = ownPictures): Promise<string[]> {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}`);
  const pictures = readdirSync(folder)
    .filter((name) => extensions.includes(extname(name).toLowerCase()))
    .map((name) => ({ name, id: name.slice(0, -extname(name).length) }));
  const ids = kinds.map(({ id }) => id);
  const unknown = pictures.filter(({ id }) => !ids.includes(id)).map(({ name }) => name);
  if (unknown.length > 0) throw new Error(`No kind is called as these pictures: ${unknown.join(', ')}`);
  if (pictures.length === 0) throw new Error(`There is no picture in ${folder}: name each after its kind`);
  mkdirSync(target, { recursive: true });
  for (const { name, id } of pictures)
    await drawPicture(join(folder, name), modelPictureSize, join(target, `${id}.webp`));
  return ids.filter((id) => pictures.every((picture) => picture.id !== id));
}

if (import.meta.main) {
  const [folder = ''] = process.argv.slice(2);
  try {
    const missing = await takeModelPictures(folder);
    console.log('The next build shows them.');
    if (missing.length > 0) console.log(`Drawn as before: ${missing.join(', ')}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
