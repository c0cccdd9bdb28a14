import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinds } from '@atelier/catalog';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { takeModelPictures } from './take-model-pictures.ts';

const root = mkdtempSync(join(tmpdir(), 'models-'));
afterAll(() => rmSync(root, { recursive: true }));
const addPicture = (folder: string, name: string) =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#345678' } }).toFile(
    join(folder, name),
  );
const makeFolder = () => mkdtempSync(join(root, 'from-'));

it('the pictures of a folder are taken at the size of the list, and the kinds without one are named', async () => {
  const [folder, target] = [makeFolder(), join(root, 'taken')];
  await addPicture(folder, 'text-to-video.png');
  writeFileSync(join(folder, 'notes.txt'), 'no picture');
  const missing = await takeModelPictures(folder, target);
  expect(readdirSync(target)).toEqual(['text-to-video.webp']);
  expect(await sharp(join(target, 'text-to-video.webp')).metadata()).toMatchObject({
    width: 320,
    height: 180,
  });
  expect(missing).toHaveLength(kinds.length - 1);
});

it('a folder that is missing, empty or has a picture of no kind is refused as a whole', async () => {
  const [folder, target] = [makeFolder(), join(root, 'none')];
  await expect(takeModelPictures(join(folder, 'gone'), target)).rejects.toThrow('There is no folder');
  await expect(takeModelPictures(folder, target)).rejects.toThrow('There is no picture in');
  await addPicture(folder, 'text-to-video.png');
  await addPicture(folder, 'no-such-kind.png');
  await expect(takeModelPictures(folder, target)).rejects.toThrow('no-such-kind.png');
  expect(readdirSync(root)).not.toContain('none');
});
