import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from './create-media-process.ts';

const folder = await mkdtemp(join(tmpdir(), 'atelier images '));
const media = createMediaProcess();
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true });
});

const inputPath = join(folder, 'in');
const outputPath = join(folder, 'out');
const limits = { maxSidePx: 100, maxPixels: 5_000 };
const red = { r: 200, g: 20, b: 20 };
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } });
const unreadable = { code: 'media_unreadable' };

describe('normalizeImage', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('writes a %s again as what it is', async (format) => {
    await picture(40, 20).toFormat(format).toFile(inputPath);
    const image = await media.normalizeImage({ inputPath, outputPath, ...limits });
    expect(image).toEqual({ ok: true, contentType: `image/${format}`, width: 40, height: 20 });
    expect((await sharp(outputPath).metadata()).format).toBe(format);
  });

  it('turns it upright and keeps no metadata, nor anything behind its end', async () => {
    const exif = { IFD0: { Copyright: 'somebody', ImageDescription: 'at home' } };
    await picture(40, 20).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toFile(inputPath);
    await appendFile(inputPath, '<script>alert(1)</script>');
    const image = await media.normalizeImage({ inputPath, outputPath, ...limits });
    expect(image).toMatchObject({ width: 20, height: 40 });
    const { exif: kept, orientation, icc } = await sharp(outputPath).metadata();
    expect([kept, orientation, icc]).toEqual([undefined, undefined, undefined]);
    expect((await readFile(outputPath)).includes('script')).toBe(false);
  });

  it('writes another type when asked, white where it was see-through', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    await sharp({ create: { width: 8, height: 8, channels: 4, background: clear } })
      .png()
      .toFile(inputPath);
    const contentType = 'image/jpeg';
    expect(await media.normalizeImage({ inputPath, outputPath, contentType, ...limits })).toMatchObject({
      contentType,
    });
    expect([...(await sharp(outputPath).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('makes a png of the first picture of a gif', async () => {
    await picture(8, 8).gif().toFile(inputPath);
    const image = await media.normalizeImage({ inputPath, outputPath, ...limits });
    expect(image).toMatchObject({ contentType: 'image/png', width: 8, height: 8 });
  });

  it.each([
    [101, 1],
    [1, 101],
    [72, 70],
  ])('says that %i x %i is too large', async (width, height) => {
    await picture(width, height).png().toFile(inputPath);
    const image = await media.normalizeImage({ inputPath, outputPath, ...limits });
    expect(image).toEqual({ ok: false, reason: 'too_large' });
  });

  it('refuses what is no image, and half of one', async () => {
    await writeFile(inputPath, '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(media.normalizeImage({ inputPath, outputPath, ...limits })).rejects.toMatchObject(
      unreadable,
    );
    const whole = await picture(50, 50).png().toBuffer();
    await writeFile(inputPath, whole.subarray(0, whole.length / 2));
    await expect(media.normalizeImage({ inputPath, outputPath, ...limits })).rejects.toMatchObject(
      unreadable,
    );
  });
});
