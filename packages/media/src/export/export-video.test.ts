import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import { copyTracks, makeTestFile, writeTestFile } from '../testing/make-test-file.ts';
import type { ExportRequest } from './export-video.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);
const formats = ['webm', 'gif', 'webp'] as const;
const types = { webm: 'video/webm', gif: 'image/gif', webp: 'image/webp' };
const limits = { maxPixels: 1_000_000_000, maxMs: 60_000 };

const request = (name: string, format: ExportRequest['format'], more: Partial<typeof limits> = {}) => ({
  path: file(name),
  outputPath: file('out'),
  format,
  ...limits,
  ...more,
});
async function write(...parts: Parameters<typeof request>) {
  return media.exportVideo(request(...parts), { timeoutMs: 60_000 });
}

const halves = (width: number, height: number) =>
  `color=c=black:size=${width}x${height}:rate=10:duration=0.3,format=rgba,geq=r=255:g=255:b=255:a=255*gt(X\\,${width / 2 - 1})`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-export-'));
  for (const kind of ['mp4', 'gif', 'wav', 'countedMp4'] as const) makeTestFile(kind, file(kind));
  await copyTracks(file('heard'), 'mov', [
    { path: file('mp4'), format: 'mov' },
    { path: file('wav'), format: 'wav' },
  ]);
  // White on the right, and transparent on the left.
  writeTestFile(
    { container: 'mov', encoder: 'qtrle', graph: `${halves(64, 32)},format=argb` },
    file('clear'),
  );
  const clear = await readFile(file('clear'));
  // Turned clockwise by a quarter (ISO/IEC 14496-12, 8.3.2).
  const matrix = clear.indexOf('tkhd') + 4 + 40;
  for (const [index, value] of [0, 65_536, 0, -65_536, 0].entries())
    clear.writeInt32BE(value, matrix + 4 * index);
  await writeFile(file('turned'), clear);
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opened from its bytes: by its name, sharp would take a file for the one before it. */
const open = async (name: string, animated = false) => sharp(await readFile(file(name)), { animated });

/** Grey and opacity of a pixel of the first picture of an animation. */
async function readPixel(x: number, y: number): Promise<number[]> {
  const area = { left: x, top: y, width: 1, height: 1 };
  const [red = 0, , , alpha = 0] = await (await open('out')).ensureAlpha().extract(area).raw().toBuffer();
  return [red, alpha];
}

async function readMean(path: string, at: number | 'first' | 'last'): Promise<number> {
  const frame = await media.findFrame(path, at);
  if (!frame.found) throw new Error('There is no such frame');
  await media.writeFrame({ path, outputPath: file('frame.png'), timestamp: frame.timestamp });
  return (await (await open('frame.png')).stats()).channels[0]?.mean ?? 0;
}

describe('a WebM of a video', () => {
  it('has its size, its rate, its length and its sound', async () => {
    expect(await write('heard', 'webm')).toEqual({ ok: true, contentType: 'video/webm' });
    expect(await media.probe(file('out'))).toMatchObject({
      contentType: 'video/webm',
      codec: 'vp9',
      hasAudio: true,
      width: 320,
      height: 180,
      durationSeconds: expect.closeTo(2, 1),
      fps: 10,
    });
    const peaks = await media.peaks(file('out'), { count: 20 });
    expect(Math.min(...peaks)).toBeGreaterThan(0.8);
  });

  it('has every picture at its time, also of a video whose pictures are stored out of order', async () => {
    expect(await write('countedMp4', 'webm')).toMatchObject({ ok: true });
    // Each picture is some five levels brighter than the one before.
    for (const at of ['first', 0.4, 1.1, 'last'] as const)
      expect(
        Math.abs((await readMean(file('out'), at)) - (await readMean(file('countedMp4'), at))),
      ).toBeLessThan(2);
  });

  it('has a size that is odd, and black where the video is transparent', { tags: 'each-rule' }, async () => {
    const graph = `${halves(63, 35)},format=argb`;
    writeTestFile({ container: 'mov', encoder: 'qtrle', graph }, file('odd'));
    expect(await write('odd', 'webm')).toMatchObject({ ok: true });
    expect(await media.probe(file('out'))).toMatchObject({ width: 63, height: 35, hasAudio: false });
    expect(await readMean(file('out'), 'first')).toBeCloseTo(255 / 2, -1);
  });
});

describe('an animation of a video', () => {
  it.each([
    ['gif', 10, 640, [100, 100]],
    ['gif', 16, 640, [70, 60]],
    ['gif', 30, 640, [70, 60]],
    ['webp', 16, 720, [62, 63]],
    ['webp', 24, 720, [83, 83]],
  ] as const)(
    'loops as %s of %i pictures a second, made small',
    async (format, rate, width, [first, second]) => {
      const graph = `testsrc2=size=1280x64:rate=${rate}:duration=0.5,format=yuv420p`;
      writeTestFile({ container: 'mp4', encoder: 'libx264', preset: 'ultrafast', graph }, file('wide'));
      expect(await write('wide', format)).toEqual({ ok: true, contentType: types[format] });
      const facts = await (await open('out', true)).metadata();
      expect(facts).toMatchObject({ format, width, pageHeight: width / 20, loop: 0 });
      expect(facts.delay?.slice(0, 2)).toEqual([first, second]);
      expect((facts.delay ?? []).reduce((sum, delay) => sum + delay, 0)).toBeCloseTo(500, -2);
    },
  );

  it('is turned as players show it, and transparent where it is', async () => {
    for (const format of ['gif', 'webp'] as const) {
      expect(await write('turned', format)).toMatchObject({ ok: true });
      expect(await (await open('out')).metadata()).toMatchObject({ width: 32, height: 64 });
      expect((await readPixel(16, 8))[1]).toBe(0);
      const [grey, alpha] = await readPixel(16, 56);
      expect(grey).toBeGreaterThan(250);
      expect(alpha).toBe(255);
    }
  });
});

describe('a video that is written again', () => {
  it.each(formats)('may be a GIF before it is a %s', async (format) => {
    expect(await write('gif', format)).toEqual({ ok: true, contentType: types[format] });
    if (format === 'webm')
      expect(await media.probe(file('out'))).toMatchObject({
        fps: 10,
        durationSeconds: expect.closeTo(2, 1),
      });
    else expect((await (await open('out', true)).metadata()).pages).toBe(20);
  });

  it.each(formats)('is refused as %s when it is too large, or takes too long', async (format) => {
    const refused = { ok: false, reason: 'too_large' };
    expect(await write('mp4', format, { maxPixels: 320 * 180 * 19 })).toEqual(refused);
    expect(await write('mp4', format, { maxPixels: 320 * 180 * 20 })).toMatchObject({ ok: true });
    expect(await write('mp4', format, { maxMs: 0 })).toEqual(refused);
  });

  it.each(['wav', 'absent', 'broken'])('cannot be the file that is %s', async (name) => {
    await writeFile(file('broken'), (await readFile(file('mp4'))).subarray(0, 900));
    for (const format of formats)
      await expect(write(name, format)).rejects.toMatchObject({ code: 'media_unreadable' });
  });

  it('is given up when the call is aborted, and the next call is answered', async () => {
    const leaving = new AbortController();
    const options = { timeoutMs: 60_000, signal: leaving.signal };
    const writing = media.exportVideo(request('mp4', 'webm'), options);
    leaving.abort();
    await expect(writing).rejects.toMatchObject({ code: 'request_aborted' });
    expect(await write('mp4', 'webm')).toMatchObject({ ok: true });
  });
});
