import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from './create-media-process.ts';
import { makeTestFile } from './testing/make-test-file.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-frames-'));
  for (const kind of ['mp4', 'webm', 'clearWebm', 'countedMp4', 'hdMp4', 'soundMp4', 'wav'] as const)
    makeTestFile(kind, file(kind));
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Reads the number of a frame of `countedMp4`: frame n of 23 is grey with the value 5 n + 60, and refers to later ones.
 */
async function frameNumber(name: string): Promise<number> {
  const { channels } = await sharp(await readFile(file(name))).stats();
  return Math.round((channels[0]?.mean ?? 0) / 5) - 12;
}

async function cut(name: string, at: Parameters<typeof media.findFrame>[1]) {
  const found = await media.findFrame(file(name), at);
  if (!found.found) return found;
  const { timestamp, ...size } = found;
  await media.writeFrame({ path: file(name), outputPath: file('out.png'), timestamp });
  return size;
}

describe('a frame', () => {
  it.each([
    ['first', 0],
    ['last', 22],
    [0, 0],
    [0.05, 0],
    [0.1, 1],
    // Floating point puts the moment of frame 3 a little before it.
    [0.29999999, 3],
    [1.15, 11],
    [2.2, 22],
    [2.3, 22],
  ] as const)(
    'at %s is number %i of a video whose frames are stored in another order',
    async (at, number) => {
      await cut('countedMp4', at);
      expect(await frameNumber('out.png')).toBe(number);
    },
  );

  it('has the same name in its file, however it was asked for', async () => {
    const names = await Promise.all(
      (['last', 2.2, 2.25] as const).map((at) => media.findFrame(file('countedMp4'), at)),
    );
    expect(new Set(names.map((found) => JSON.stringify(found))).size).toBe(1);
  });

  it.each(['mp4', 'webm'])('of a %s is a PNG in full size', async (name) => {
    for (const at of ['first', 1, 'last'] as const)
      expect(await cut(name, at)).toEqual({ found: true, width: 320, height: 180 });
    expect(await sharp(await readFile(file('out.png'))).metadata()).toMatchObject({
      format: 'png',
      width: 320,
      height: 180,
      channels: 3,
    });
  });

  it('is transparent where its video is', async () => {
    await cut('clearWebm', 'last');
    const { data, info } = await sharp(file('out.png')).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    const readAlpha = (x: number) => data[(90 * info.width + x) * info.channels + 3];
    expect([readAlpha(60), readAlpha(260)]).toEqual([0, 255]);
  });

  it('has the colours that players show, also where the video does not name its matrix', async () => {
    await cut('hdMp4', 'first');
    const { channels } = await sharp(await readFile(file('out.png'))).stats();
    // Made as BT.709, which is assumed from 720 lines on.
    expect(channels.map(({ mean }) => Math.round(mean / 10))).toEqual([20, 5, 0]);
  });

  it('past the end is not found', async () => {
    expect(await media.findFrame(file('countedMp4'), 2.4)).toEqual({
      found: false,
      durationSeconds: expect.closeTo(2.3, 3),
    });
  });

  it('is refused for what has no picture or cannot be read', async () => {
    await writeFile(file('noise.mp4'), 'This is not a video');
    for (const name of ['wav', 'soundMp4', 'noise.mp4', 'absent'])
      await expect(media.findFrame(file(name), 'last')).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});
