import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from './create-media-process.ts';
import { makeTestFile, writeTestFile } from './testing/make-test-file.ts';
import { readTone } from './testing/read-film.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-mux-'));
  for (const kind of ['mp4', 'mov', 'webm', 'gif', 'wav', 'mp3', 'longWav'] as const)
    makeTestFile(kind, file(kind));
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

const mux = (video: string, sound: string) =>
  media.muxSound({ videoPath: file(video), soundPath: file(sound), outputPath: file('out') });

describe('a video with a sound', () => {
  it.each([
    ['mp4', 'wav', { contentType: 'video/mp4', codec: 'h264' }],
    ['mp4', 'mp3', { contentType: 'video/mp4', codec: 'h264' }],
    ['mp4', 'longWav', { contentType: 'video/mp4', codec: 'h264' }],
    ['mov', 'wav', { contentType: 'video/quicktime', codec: 'h264' }],
    ['webm', 'wav', { contentType: 'video/webm', codec: 'vp8' }],
  ])('keeps the container and length of the %s and takes the %s', async (video, sound, expected) => {
    expect(await mux(video, sound)).toEqual({ contentType: expected.contentType });
    expect(await media.probe(file('out'))).toMatchObject({
      ...expected,
      width: 320,
      height: 180,
      hasAudio: true,
      durationSeconds: expect.closeTo(2, 0),
    });
    const peaks = await media.peaks(file('out'), { count: 20 });
    expect(Math.min(...peaks.slice(2, 18))).toBeGreaterThan(0.8);
  });

  it('is as loud on both sides as a sound of one channel was', async () => {
    const graph =
      'aevalsrc=exprs=0.5*sin(2*PI*500*t):sample_rate=44100:duration=2,aformat=sample_fmts=s16:channel_layouts=mono';
    writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph }, file('mono'));
    await mux('mp4', 'mono');
    const { left, right } = await readTone(file('out'));
    for (const side of [left, right])
      expect(side.subarray(24_000, 48_000).reduce((most, value) => Math.max(most, value))).toBeCloseTo(
        0.5,
        1,
      );
  });

  it.each([
    ['mp4', 'longWav', 88_200],
    ['mov', 'longWav', 88_200],
    ['mp4', 'odd', 48_951],
    ['mp4', 'tiny', 441],
  ])('ends in the %s with the last sample of the %s', async (video, sound, samples) => {
    for (const [name, seconds] of [
      ['odd', 1.11],
      ['tiny', 0.01],
    ] as const) {
      const graph = `aevalsrc=exprs=0.5*cos(2*PI*500*t):sample_rate=44100:duration=${seconds},aformat=sample_fmts=s16:channel_layouts=stereo`;
      writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph }, file(name));
    }
    await mux(video, sound);
    const { left } = await readTone(file('out'));
    expect(left).toHaveLength(samples);
    expect(Math.max(...left.subarray(-100).map(Math.abs))).toBeGreaterThan(0.1);
  });

  it('has the pictures bit by bit', async () => {
    await mux('mp4', 'wav');
    for (const at of ['first', 1, 'last'] as const) {
      const cut = async (path: string, outputPath: string) => {
        const frame = await media.findFrame(path, at);
        if (!frame.found) throw new Error('There is no such frame');
        await media.writeFrame({ path, outputPath, timestamp: frame.timestamp });
        return readFile(outputPath);
      };
      expect(await cut(file('out'), file('b.png'))).toEqual(await cut(file('mp4'), file('a.png')));
    }
  });

  it('replaces a sound that was there', async () => {
    await mux('mp4', 'wav');
    await rm(file('with-sound'), { force: true });
    await writeFile(file('with-sound'), await readFile(file('out')));
    await mux('with-sound', 'longWav');
    expect(await media.probe(file('out'))).toMatchObject({ hasAudio: true, codec: 'h264' });
  });

  it.each([
    ['gif', 'wav'],
    ['wav', 'wav'],
    ['mp4', 'gif'],
    ['mp4', 'absent'],
    ['absent', 'wav'],
  ])('cannot be made of %s and %s', async (video, sound) => {
    await expect(mux(video, sound)).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});
