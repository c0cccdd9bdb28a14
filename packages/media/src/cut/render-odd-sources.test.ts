import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import { readLuma, readNumbers, wholeClip, writeCounted } from '../testing/cut-sources.ts';
import { copyTracks, writeTestFile } from '../testing/make-test-file.ts';
import { readPictures, readTone } from '../testing/read-film.ts';
import type { RenderClip } from './render-request.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);
const clip = (name: string, more: Partial<RenderClip> = {}) => ({ ...wholeClip, path: file(name), ...more });
const format = { width: 64, height: 36, fps: { num: 25, den: 1 } };

async function render(clips: RenderClip[]) {
  const request = { clips, format, caption: '', outputPath: file('out.mp4') };
  const { frames } = await media.renderCut(request, { timeoutMs: 120_000 });
  const pictures = await readPictures(file('out.mp4'));
  expect(pictures).toHaveLength(frames);
  return pictures;
}

const plain = (size: string, pixels: string) =>
  `color=c=0x808080:size=${size}:rate=10:duration=1,format=${pixels}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-odd-cut-'));
  writeCounted(file('counted'));
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a cut of odd sources', () => {
  it('shows a picture as long as its file does when their lengths differ, forwards and backwards', async () => {
    // Every other picture is shown for 120 milliseconds instead of 40.
    const retime = (index: number, times: { pts: bigint; dts: bigint; duration: bigint }) => {
      const move = (time: bigint) => time + 80n * (time / 80n);
      return { pts: move(times.pts), dts: move(times.dts) - 200n, duration: index % 2 === 0 ? 40n : 120n };
    };
    await copyTracks(file('uneven'), 'mp4', [{ path: file('counted'), format: 'mov', retime }]);
    const numbers = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? [at] : [at, at, at])).flat();
    expect(readNumbers(await render([clip('uneven')]))).toEqual(numbers);
    expect(readNumbers(await render([clip('uneven', { isReversed: true })]))).toEqual(numbers.toReversed());
  });

  it.each([
    ['of 10 bits', 'mp4', 'libx264', plain('64x36', 'yuv420p10le')],
    ['of an odd size', 'mp4', 'libx264', plain('63x35', 'yuv444p')],
    ['in a WebM', 'webm', 'libvpx', plain('64x36', 'yuv420p')],
    ['that is a GIF', 'gif', 'gif', plain('64x36', 'rgb8')],
  ])('takes one %s', { tags: 'each-rule' }, async (_, container, encoder, graph) => {
    writeTestFile({ container, encoder, graph }, file('odd'));
    for (const more of [{}, { isReversed: true }, { start: 0.5 }]) {
      const pictures = await render([clip('odd', more), clip('counted', { end: 0.2 })]);
      const shades = pictures
        .slice(0, -5)
        .flatMap((each) => [0.1, 0.5, 0.9].map((at) => readLuma(each, at, 0.5)));
      expect(pictures).toHaveLength(more.start ? 18 : 30);
      expect(Math.min(...shades)).toBeGreaterThan(105);
      expect(Math.max(...shades)).toBeLessThan(150);
    }
  });

  it('shows transparent parts as black', { tags: 'each-rule' }, async () => {
    const graph =
      'color=c=white:size=64x36:rate=10:duration=0.5,format=rgba,geq=r=255:g=255:b=255:a=255*gt(X\\,31)';
    for (const [container, encoder, pixels] of [
      ['mov', 'qtrle', 'argb'],
      ['webm', 'libvpx-vp9', 'yuva420p'],
    ] as const) {
      writeTestFile({ container, encoder, graph: `${graph},format=${pixels}` }, file('clear'));
      for (const picture of await render([clip('clear')])) {
        expect(readLuma(picture, 0.25, 0.5)).toBeLessThan(22);
        expect(readLuma(picture, 0.75, 0.5)).toBeGreaterThan(225);
      }
    }
  });

  it('shows the last picture that can be decoded up to the end', { tags: 'each-rule' }, async () => {
    const whole = await readFile(file('counted'));
    const data = whole.indexOf('mdat') + 4;
    const damaged = Buffer.from(whole);
    damaged.fill(0, data + Math.floor((whole.length - data) * 0.6));
    await writeFile(file('damaged'), damaged);
    const numbers = readNumbers(await render([clip('damaged')]));
    const last = numbers.at(-1) ?? 0;
    expect(last).toBeGreaterThan(5);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, at) => Math.min(at, last)));
    expect(readNumbers(await render([clip('damaged', { isReversed: true })]))).toEqual(numbers.toReversed());
  });

  it('has all pictures and no gap in its sound over 400 seams', {
    tags: 'load',
    timeout: 300_000,
  }, async () => {
    const tone = 'sine=frequency=500:sample_rate=44100:duration=1.6';
    const graph = `${tone},volume=6dB,aformat=sample_fmts=s16:channel_layouts=mono`;
    writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph }, file('wav'));
    await copyTracks(file('heard'), 'mov', [
      { path: file('counted'), format: 'mov' },
      { path: file('wav'), format: 'wav' },
    ]);
    const parts = Array.from({ length: 40 }, (_, at) =>
      clip('heard', { start: (at % 30) / 25, end: ((at % 30) + 3) / 25, repeats: 10 }),
    );
    const numbers = readNumbers(await render(parts));
    const expected = parts.flatMap((_, at) =>
      Array.from({ length: 30 }, (_, shown) => (at % 30) + (shown % 3)),
    );
    expect(numbers).toEqual(expected);
    const { left } = await readTone(file('out.mp4'));
    expect(left).toHaveLength(48 * 48_000);
    const quiet = Array.from({ length: 4_800 }, (_, at) => left.subarray(at * 480, (at + 1) * 480)).filter(
      (moment) => moment.reduce((most, value) => Math.max(most, value), 0) < 0.1,
    );
    expect(quiet).toEqual([]);
  });
});
