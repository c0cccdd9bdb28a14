import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import { wholeClip, writeCounted } from '../testing/cut-sources.ts';
import { copyTracks, writeTestFile } from '../testing/make-test-file.ts';
import { readPictures, readTone } from '../testing/read-film.ts';
import type { RenderClip, RenderRequest } from './render-request.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);
const clip = (name: string, more: Partial<RenderClip> = {}) => ({ ...wholeClip, path: file(name), ...more });
const format = { width: 64, height: 36, fps: { num: 25, den: 1 } };

/** The loudest sample of each tenth of a second. */
async function render(clips: RenderClip[], sound?: RenderRequest['sound']) {
  const request = { clips, format, sound, caption: '', outputPath: file('out.mp4') };
  const { seconds, frames } = await media.renderCut(request, { timeoutMs: 60_000 });
  expect(await readPictures(file('out.mp4'))).toHaveLength(frames);
  const { left, right } = await readTone(file('out.mp4'));
  const listLevels = (samples: Float32Array, length: number) =>
    Array.from({ length: Math.ceil(samples.length / length) }, (_, place) =>
      samples
        .subarray(place * length, (place + 1) * length)
        .reduce((most, value) => Math.max(most, value), 0),
    );
  // A hundredth is a tenth of what may be silent at a seam.
  return {
    seconds,
    samples: left.length,
    levels: listLevels(left, 4_800),
    right: listLevels(right, 4_800),
    moments: listLevels(left, 480),
  };
}

const level = (value: number) => expect.closeTo(value, 1);
const rising = (from: number, to: number, step = 0.1) =>
  Array.from({ length: Math.round((to - from) / step) }, (_, place) =>
    level(0.5 * (from + step * (place + 1))),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-cut-'));
  writeCounted(file('silent'));
  const make = async (name: string, container: string, rate: number, volume: string, seconds = 1.6) => {
    const samples = `aformat=sample_fmts=s16:channel_layouts=mono`;
    const graph = `aevalsrc=exprs=${volume}*sin(2*PI*500*t):sample_rate=${rate}:duration=${seconds},${samples}`;
    writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph }, file(`${name}.wav`));
    const tracks = [
      { path: file('silent'), format: 'mov' },
      { path: file(`${name}.wav`), format: 'wav' },
    ];
    await copyTracks(file(name), container, tracks);
  };
  await make('even', 'mov', 44_100, '0.4');
  await make('over', 'mov', 48_000, '0.4', 1.66);
  // Grows from silence, louder by half in each second.
  await make('rising', 'mov', 8_000, '0.5*t');
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the sound of a cut', () => {
  it('is that of the part, as loud as in a file with a single channel, and as long as the pictures', async () => {
    const { seconds, samples, levels, right } = await render([clip('rising', { start: 0.4, end: 1.4 })]);
    expect([seconds, samples]).toEqual([1, 48_000]);
    expect([levels, right]).toEqual([rising(0.4, 1.4), rising(0.4, 1.4)]);
  });

  it('goes on over the seams of clips, and is silent where a clip has none', async () => {
    const parts = [clip('even', { end: 0.52 }), clip('even', { start: 0.52, end: 1, repeats: 2 })];
    const { moments, samples } = await render([
      ...parts,
      clip('silent', { end: 0.4 }),
      clip('even', { start: 1.2 }),
    ]);
    expect(samples).toBe(109_440);
    expect(moments.slice(0, 147).filter((value) => value < 0.3)).toEqual([]);
    expect(Math.max(...moments.slice(150, 186))).toBeLessThan(0.02);
    expect(moments.slice(189, 227).filter((value) => value < 0.3)).toEqual([]);
  });

  it('keeps up with pictures that are faster or slower, and goes backwards with them', async () => {
    expect((await render([clip('rising', { speed: 2 })])).levels).toEqual(rising(0, 1.6, 0.2));
    expect((await render([clip('rising', { start: 1, end: 1.5, speed: 0.5 })])).levels).toEqual(
      rising(1, 1.5, 0.05),
    );
    expect((await render([clip('rising', { isReversed: true })])).levels).toEqual(
      rising(0, 1.6).toReversed(),
    );
    const { levels } = await render([clip('rising', { isReversed: true, speed: 4 })]);
    expect(levels).toEqual(rising(0, 1.6, 0.4).toReversed());
  });

  it('rises from silence in the first run and falls to it in the last', async () => {
    const { levels } = await render([clip('even', { end: 1, fadeIn: 0.5, fadeOut: 0.5, repeats: 2 })]);
    const run = [0.08, 0.16, 0.24, 0.32, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4].map(level);
    expect(levels).toEqual([...run, ...run.toReversed()]);
  });

  it('is louder or softer as asked for, and there is none when nothing can be heard', async () => {
    expect((await render([clip('even', { volume: 2 })])).levels[5]).toEqual(level(0.8));
    expect((await render([clip('even', { volume: 0 }), clip('silent')])).samples).toBe(0);
    const sound = { path: file('rising.wav'), mode: 'replace', volume: 0 } as const;
    expect((await render([clip('even')], sound)).samples).toBe(0);
  });

  it('is replaced by another one, which ends with the pictures or before them', async () => {
    const sound = { path: file('rising.wav'), mode: 'replace', volume: 0.5 } as const;
    const short = await render([clip('even', { end: 0.4 })], sound);
    expect(short.levels).toEqual([0.1, 0.2, 0.3, 0.4].map((seconds) => level(0.25 * seconds)));
    const long = await render([clip('silent'), clip('silent', { end: 0.4 })], sound);
    expect(long.samples).toBe(96_000);
    expect(Math.max(...long.levels.slice(17))).toBeLessThan(0.02);
  });

  it('is mixed with another one, and no louder than a sample can be', async () => {
    const add = async (volume: number) =>
      (await render([clip('even')], { path: file('even'), mode: 'add', volume })).levels.slice(1, 15);
    expect(await add(0.5)).toEqual(Array.from({ length: 14 }, () => level(0.6)));
    expect(Math.max(...(await add(2)))).toBeLessThan(1.2);
  });

  it('ends with the pictures of its file where the sound is a little longer, as encoders make it', async () => {
    const { seconds } = await render([clip('over', { end: 9 }), clip('even', { end: 9 })]);
    expect(seconds).toBeCloseTo(3.2);
  });
});
