import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cue } from '@atelier/catalog/captions';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import type { FrameMoment } from '../cut-frame.ts';
import { copyTracks, makeTestFile, writeTestFile } from '../testing/make-test-file.ts';
import { readTone } from '../testing/read-film.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);
const grey = (size: string) => `color=c=0x808080:size=${size}:rate=10:duration=2,format=yuv420p`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atelier-burn's, "));
  for (const kind of ['mp4', 'mov', 'webm', 'gif', 'wav', 'countedMp4'] as const)
    makeTestFile(kind, file(kind));
  for (const [name, size] of [
    ['wide', '320x180'],
    ['tall', '180x320'],
  ] as const)
    writeTestFile({ container: 'mp4', encoder: 'libx264', graph: grey(size) }, file(name));
  for (const video of ['mp4', 'mov', 'webm'])
    await media.muxSound({
      videoPath: file(video),
      soundPath: file('wav'),
      outputPath: file(`${video}-heard`),
    });
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

const limits = { maxPixels: 1_000_000_000, maxMs: 60_000 };
const burn = (video: string, cues: readonly Cue[], more: Partial<typeof limits> = {}) =>
  media.burnCaptions(
    { videoPath: file(video), outputPath: file('out'), cues, ...limits, ...more },
    { timeoutMs: 60_000 },
  );
const done = { ok: true, contentType: 'video/mp4' };

type Part = 'upper' | 'lower';

/** The darkest, the brightest and the mean value of half of a frame, from 0 to 255. */
async function readShades(path: string, at: FrameMoment, part: Part) {
  const frame = await media.findFrame(path, at);
  if (!frame.found) throw new Error('There is no such frame');
  await media.writeFrame({ path, outputPath: file('frame.png'), timestamp: frame.timestamp });
  const half = Math.floor(frame.height / 2);
  const area = { left: 0, top: part === 'upper' ? 0 : half, width: frame.width, height: half };
  const { channels } = await sharp(await sharp(file('frame.png')).extract(area).png().toBuffer()).stats();
  const [{ min, max, mean } = { min: 0, max: 0, mean: 0 }] = channels;
  return { contrast: max - min, mean };
}

const readContrast = async (at: FrameMoment, part: Part) =>
  (await readShades(file('out'), at, part)).contrast;

const english = 'The ferry has left the harbour.';
const chinese = '渡船已经离开了港口。';

describe('captions in the picture', () => {
  it.each([
    ['wide', english],
    ['wide', chinese],
    ['wide', 'مرحبا بالعالم'],
    ['wide', '안녕하세요'],
    ['tall', `${english} ${english}`],
    ['tall', chinese],
  ])('are drawn below in the %s video during the cue, and nowhere else: %s', async (video, text) => {
    expect(await burn(video, [{ start: 0.5, end: 1.5, text }])).toEqual(done);
    for (const at of [0.6, 1.4]) {
      expect(await readContrast(at, 'lower')).toBeGreaterThan(150);
      expect(await readContrast(at, 'upper')).toBeLessThan(20);
    }
    for (const at of [0.2, 1.7]) expect(await readContrast(at, 'lower')).toBeLessThan(20);
  });

  it.each(['mp4', 'mov', 'webm'])(
    'leave size, length, rate and sound of the %s as they are',
    async (video) => {
      expect(await burn(`${video}-heard`, [{ start: 0, end: 9, text: english }])).toEqual(done);
      const before = await media.probe(file(`${video}-heard`));
      const after = await media.probe(file('out'));
      expect(after).toMatchObject({
        contentType: 'video/mp4',
        codec: 'h264',
        hasAudio: true,
        width: before.width,
        height: before.height,
        durationSeconds: expect.closeTo(before.durationSeconds ?? 0, 1),
        fps: expect.closeTo(before.fps ?? 0, 0),
      });
      const peaks = await media.peaks(file('out'), { count: 20 });
      expect(Math.min(...peaks.slice(2, 18))).toBeGreaterThan(0.8);
    },
  );

  it('are drawn over black where the video is transparent', { tags: 'each-rule' }, async () => {
    const graph = 'color=c=white:size=320x180:rate=10:duration=0.5,format=rgba,geq=r=255:g=255:b=255:a=0';
    for (const [container, encoder, pixels] of [
      ['mov', 'qtrle', 'argb'],
      ['webm', 'libvpx-vp9', 'yuva420p'],
    ] as const) {
      writeTestFile({ container, encoder, graph: `${graph},format=${pixels}` }, file('clear'));
      expect(await burn('clear', [{ start: 0, end: 1, text: english }])).toEqual(done);
      expect((await readShades(file('out'), 'first', 'upper')).mean).toBeLessThan(5);
      expect(await readContrast('first', 'lower')).toBeGreaterThan(150);
    }
  });

  it('encode a sound that players do not expect in an mp4', async () => {
    await copyTracks(file('raw'), 'mov', [
      { path: file('mp4'), format: 'mov' },
      { path: file('wav'), format: 'wav' },
    ]);
    expect(await burn('raw', [{ start: 0, end: 1, text: english }])).toEqual(done);
    expect(await media.probe(file('out'))).toMatchObject({
      hasAudio: true,
      durationSeconds: expect.closeTo(2, 1),
    });
    const peaks = await media.peaks(file('out'), { count: 20 });
    expect(Math.min(...peaks.slice(2, 18))).toBeGreaterThan(0.8);
    expect((await readTone(file('out'))).left).toHaveLength(96_000);
  });

  it('keep every frame at its time, also of a video whose frames are stored out of order', async () => {
    expect(await burn('countedMp4', [{ start: 0, end: 1, text: english }])).toEqual(done);
    for (const at of ['first', 0.4, 1.1, 2.2, 'last'] as const) {
      const before = await readShades(file('countedMp4'), at, 'upper');
      const after = await readShades(file('out'), at, 'upper');
      // Each frame is some five levels brighter than the one before.
      expect(Math.abs(after.mean - before.mean)).toBeLessThan(2);
    }
  });

  it('may overlap, go past the end, be empty or have marks of any format, and are drawn', {
    tags: 'each-rule',
  }, async () => {
    const cues = [
      { start: 0, end: 5, text: '{\\an8}\\N C:\\new {b} <i>x</i> 🚢' },
      { start: 0.5, end: 0.9, text: '' },
      { start: 1, end: 90, text: `${english}\n${english}\n${english}` },
      { start: 60, end: 70, text: english },
    ];
    expect(await burn('wide', cues)).toEqual(done);
    for (const at of [0.1, 1.5]) {
      expect(await readContrast(at, 'lower')).toBeGreaterThan(150);
      expect(await readContrast(at, 'upper')).toBeLessThan(20);
    }
  });

  it('of 10,000 letters are shown page by page', { tags: 'load' }, async () => {
    expect(await burn('wide', [{ start: 0, end: 2, text: chinese.repeat(1_000) }])).toEqual(done);
    expect(await readContrast(1, 'lower')).toBeGreaterThan(150);
    expect(await readContrast(1, 'upper')).toBeLessThan(20);
  });

  it('without a letter that a font has are not drawn', async () => {
    expect(await burn('wide', [{ start: 0, end: 1, text: '🚢 🚢' }])).toEqual({
      ok: false,
      reason: 'not_drawable',
    });
  });

  it('are not drawn into a video that is too large, or takes too long', async () => {
    const cues = [{ start: 0, end: 1, text: english }];
    const refused = { ok: false, reason: 'too_large' };
    expect(await burn('wide', cues, { maxPixels: 320 * 180 * 19 })).toEqual(refused);
    expect(await burn('wide', cues, { maxPixels: 320 * 180 * 20 })).toEqual(done);
    expect(await burn('wide', cues, { maxMs: 0 })).toEqual(refused);
  });

  it.each(['gif', 'wav', 'absent', 'broken'])('cannot be drawn into the file that is %s', async (name) => {
    await writeFile(file('broken'), Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(500, 7)]));
    await expect(burn(name, [{ start: 0, end: 1, text: english }])).rejects.toMatchObject({
      code: 'media_unreadable',
    });
  });

  it('are given up when the call is aborted, and the next call is answered', async () => {
    const leaving = new AbortController();
    const request = { videoPath: file('wide'), outputPath: file('out'), cues: [], ...limits };
    const burning = media.burnCaptions(request, { timeoutMs: 60_000, signal: leaving.signal });
    leaving.abort();
    await expect(burning).rejects.toMatchObject({ code: 'request_aborted' });
    expect(await burn('wide', [{ start: 0, end: 1, text: english }])).toEqual(done);
  });
});
