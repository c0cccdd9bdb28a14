import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import { writeCounted } from '../testing/cut-sources.ts';
import { makeTestFile, writeTestFile } from '../testing/make-test-file.ts';
import type { FramePlace, FramesRequest } from './write-frames.ts';

const media = createMediaProcess();
let folder: string;
let pictures: string;
const file = (name: string) => join(folder, name);
const limits = { maxFrames: 1_000, maxPixels: 1_000_000_000, piecePixels: 1_000_000_000, pieceMs: 60_000 };
const pixels = 64 * 36;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-frames-'));
  writeCounted(file('counted'));
  for (const kind of ['webm', 'gif', 'wav'] as const) makeTestFile(kind, file(kind));
});
beforeEach(async () => {
  pictures = await mkdtemp(join(folder, 'pictures-'));
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(name: string, more: Partial<FramesRequest> = {}) {
  const request = { path: file(name), folder: pictures, ...limits, ...more };
  return media.writeFrames(request, { timeoutMs: 60_000 });
}

/** Names of all pictures, written piece by piece, and how many each piece had. */
async function writeAll(name: string, more: Partial<FramesRequest> = {}) {
  const names: string[] = [];
  const counts: number[] = [];
  let after: FramePlace | undefined;
  do {
    const written = await write(name, { ...more, ...(after && { after }) });
    if (!written.ok) throw new Error('The video was refused');
    names.push(...written.names);
    counts.push(written.names.length);
    ({ after } = written);
  } while (after);
  return { names, counts };
}

const readLevel = async (name: string) => (await sharp(join(pictures, name)).stats()).channels[0]?.mean ?? 0;

describe('the pictures of a video', () => {
  it('are each written once and in order, however many pieces they are written in', async () => {
    const { names, counts } = await writeAll('counted', { piecePixels: 7 * pixels });
    expect(counts).toEqual([7, 7, 7, 7, 7, 5]);
    expect([names[0], names.at(-1)]).toEqual(['frame-00001.png', 'frame-00040.png']);
    expect((await readdir(pictures)).toSorted()).toEqual(names);
    const levels = await Promise.all(names.map(readLevel));
    // Each picture is five levels of video brighter than the one before, and begins at 4 above black.
    const numbers = levels.map((level) => Math.round((level * (219 / 255) - 4) / 5));
    expect(numbers).toEqual(names.map((_, at) => at));
    const facts = await sharp(join(pictures, 'frame-00001.png')).metadata();
    expect(facts).toMatchObject({ format: 'png', width: 64, height: 36, channels: 3 });
  });

  it('come one by one where there is no time for more', async () => {
    const { names, counts } = await writeAll('gif', { pieceMs: 0 });
    expect(names).toHaveLength(20);
    expect(Math.max(...counts)).toBe(1);
  });

  it('are as many in a WebM, and transparent where the video is', { tags: 'each-rule' }, async () => {
    expect((await writeAll('webm')).names).toHaveLength(20);
    const graph = 'color=c=white:size=64x36:rate=10:duration=0.5,format=rgba,geq=r=255:g=255:b=255:a=0';
    for (const [container, encoder, pixels] of [
      ['mov', 'qtrle', 'argb'],
      ['webm', 'libvpx-vp9', 'yuva420p'],
    ] as const) {
      writeTestFile({ container, encoder, graph: `${graph},format=${pixels}` }, file('clear'));
      const [first = ''] = (await writeAll('clear')).names;
      expect((await sharp(join(pictures, first)).stats()).isOpaque).toBe(false);
    }
  });

  it('are refused when they are too many or too large', async () => {
    const refused = { ok: false, reason: 'too_large' };
    expect(await write('counted', { maxFrames: 39 })).toEqual(refused);
    expect(await write('counted', { maxPixels: 40 * pixels - 1 })).toEqual(refused);
    expect(await readdir(pictures)).toEqual([]);
  });

  it.each(['wav', 'absent', 'broken'])('cannot be read from the file that is %s', async (name) => {
    await writeFile(file('broken'), (await readFile(file('counted'))).subarray(0, 900));
    await expect(write(name)).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});
