import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { perceptualHash } from './perceptual-hash.ts';

/** A scene of a few shapes, different for every number, as a picture of this size. */
function scene(number: number, width = 640, height = 400): Sharp {
  let state = number * 2_654_435_761 + 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const shapes = Array.from(
    { length: 12 },
    () =>
      `<ellipse cx="${random() * 640}" cy="${random() * 400}" rx="${20 + random() * 160}" ry="${20 + random() * 120}" fill="hsl(${random() * 360} 70% ${random() * 100}%)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" width="${width}" height="${height}"><rect width="640" height="400" fill="hsl(${random() * 360} 50% 50%)"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg));
}

const computeHash = async (picture: Sharp) => (await perceptualHash(picture)) ?? expect.fail('It is flat');
const distance = (a: string, b: string) => [...a].filter((bit, at) => bit !== b[at]).length;
const scenes = Array.from({ length: 24 }, (_, index) => index + 1);
const hashes = Promise.all(scenes.map((number) => computeHash(scene(number))));

describe('the perceptual hash', () => {
  const copies: [string, (number: number) => Promise<Sharp>][] = [
    ['resized', async (number) => scene(number, 200, 125)],
    ['recompressed', async (number) => sharp(await scene(number).jpeg({ quality: 20 }).toBuffer())],
    [
      'brightened',
      async (number) => sharp(await scene(number).modulate({ brightness: 1.2 }).png().toBuffer()),
    ],
    ['converted', async (number) => sharp(await scene(number, 1280, 800).webp({ quality: 40 }).toBuffer())],
    [
      'cropped',
      async (number) =>
        sharp(await scene(number).extract({ left: 6, top: 4, width: 628, height: 392 }).png().toBuffer()),
    ],
  ];
  it.each(copies)(
    'stays within ten bits when a picture is %s',
    { timeout: 90_000 },
    async (_change, copy) => {
      for (const [index, hash] of (await hashes).entries())
        expect(distance(hash, await computeHash(await copy(index + 1)))).toBeLessThanOrEqual(10);
    },
  );

  it('is further than ten bits from that of every other picture', async () => {
    for (const [index, hash] of (await hashes).entries())
      for (const other of (await hashes).slice(index + 1)) expect(distance(hash, other)).toBeGreaterThan(10);
  });

  it('does not exist for flat pictures, which would all be copies of each other', async () => {
    for (const background of ['#000000', '#ffffff', '#7fa2b3'])
      expect(
        await perceptualHash(sharp({ create: { width: 64, height: 64, channels: 3, background } })),
      ).toBeNull();
  });
});
