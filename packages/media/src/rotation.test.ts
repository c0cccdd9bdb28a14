import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitCases } from '@atelier/dev-stack/test-sets';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from './create-media-process.ts';
import { makeTestFile } from './testing/make-test-file.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);

/** The matrices that phones write, and what is to be seen of the upright picture's corners: first row, then second. */
const turns = [
  ['upright', [1, 0, 0, 1], [320, 180]],
  ['turned90', [0, 1, -1, 0], [180, 320]],
  ['turned180', [-1, 0, 0, -1], [320, 180]],
  ['turned270', [0, -1, 1, 0], [180, 320]],
  ['mirrored', [-1, 0, 0, 1], [320, 180]],
  ['flipped', [1, 0, 0, -1], [320, 180]],
] as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-rotation-'));
  makeTestFile('mp4', file('upright.mp4'));
  makeTestFile('wav', file('wav'));
  const upright = await readFile(file('upright.mp4'));
  for (const [name, matrix] of turns) await writeFile(file(`${name}.mp4`), withMatrix(upright, matrix));
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

/** The first two columns of the matrix in the header of the track (ISO/IEC 14496-12, 8.3.2). */
function withMatrix(video: Buffer, [a, b, c, d]: readonly [number, number, number, number]): Buffer {
  const copy = Buffer.from(video);
  const at = copy.indexOf('tkhd') + 4 + 40;
  for (const [index, value] of [
    [0, a],
    [1, b],
    [3, c],
    [4, d],
  ] as const)
    copy.writeInt32BE(value * 65_536, at + 4 * index);
  return copy;
}

/** The picture as it must look: the upright one, turned by the pixels' own places. */
async function expectedPixels([a, b, c, d]: readonly [number, number, number, number]): Promise<Buffer> {
  const { data, info } = await sharp(file('expected.png')).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const [wide, high] = a === 0 ? [height, width] : [width, height];
  const turned = Buffer.alloc(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [toX, toY] = [a * x + c * y, b * x + d * y];
      const left = toX + (a + c < 0 ? wide - 1 : 0);
      const top = toY + (b + d < 0 ? high - 1 : 0);
      data.copy(
        turned,
        (top * wide + left) * channels,
        (y * width + x) * channels,
        (y * width + x + 1) * channels,
      );
    }
  return turned;
}

async function cut(video: string, png: string) {
  const found = await media.findFrame(file(video), 'first');
  if (!found.found) throw new Error('There is no frame');
  await media.writeFrame({ path: file(video), outputPath: file(png), timestamp: found.timestamp });
  return [found.width, found.height];
}

describe('a video with a display matrix', () => {
  it.each(turns)(
    'that is %s has the size, the frame and the poster that players show',
    async (name, matrix, size) => {
      await cut('upright.mp4', 'expected.png');
      const [width, height] = size;
      expect(await media.probe(file(`${name}.mp4`))).toMatchObject({ width, height });
      expect(await cut(`${name}.mp4`, `${name}.png`)).toEqual(size);
      const frame = await sharp(file(`${name}.png`))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([frame.info.width, frame.info.height]).toEqual(size);
      expect(frame.data.equals(await expectedPixels(matrix))).toBe(true);
      expect(await media.poster(file(`${name}.mp4`), file(`${name}.webp`))).toMatchObject({ width, height });
      expect(await sharp(file(`${name}.webp`)).metadata()).toMatchObject({ width, height });
    },
  );

  for (const [options, cases] of splitCases(turns, 1, 'each-rule'))
    it.each(cases)(
      'that is %s stays so with another sound',
      options,
      async (name, _matrix, [width, height]) => {
        await media.muxSound({
          videoPath: file(`${name}.mp4`),
          soundPath: file('wav'),
          outputPath: file('muxed'),
        });
        expect(await media.probe(file('muxed'))).toMatchObject({ width, height, hasAudio: true });
        await cut(`${name}.mp4`, 'before.png');
        await cut('muxed', 'after.png');
        expect((await readFile(file('after.png'))).equals(await readFile(file('before.png')))).toBe(true);
      },
    );
});
