import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CutFormat } from '@atelier/catalog/cuts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import { readLuma, readNumbers, wholeClip, writeCounted } from '../testing/cut-sources.ts';
import { writeTestFile } from '../testing/make-test-file.ts';
import { readPictures } from '../testing/read-film.ts';
import type { RenderClip, RenderRequest } from './render-request.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);
const clip = (name: string, more: Partial<RenderClip> = {}) => ({ ...wholeClip, path: file(name), ...more });
const small: CutFormat = { width: 64, height: 36, fps: { num: 25, den: 1 } };

async function render(clips: RenderClip[], format = small, more: Partial<RenderRequest> = {}) {
  const request = { clips, format, caption: '', outputPath: file('out.mp4'), ...more };
  const rendered = await media.renderCut(request, { timeoutMs: 60_000 });
  return { ...rendered, pictures: await readPictures(file('out.mp4')) };
}
const count = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, place) => Math.floor(from + place * step));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-cut-'));
  writeCounted(file('counted'));
  // Left half dark, right half bright, and the lower third of both a little brighter.
  const halves = 'geq=lum=60+100*gt(X\\,W/2-1)+40*gt(Y\\,2*H/3-1):cb=128:cr=128';
  writeTestFile(
    {
      container: 'mp4',
      encoder: 'libx264',
      graph: `color=c=black:size=72x36:rate=25:duration=0.2,format=yuv420p,${halves}`,
    },
    file('halves'),
  );
  const turned = await readFile(file('halves'));
  // The matrix of a phone held upright: a quarter clockwise.
  for (const [at, value] of [0, 1, 0, -1, 0].entries())
    turned.writeInt32BE(value * 65_536, turned.indexOf('tkhd') + 44 + 4 * at);
  await writeFile(file('turned'), turned);
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the pictures of a cut', () => {
  it.each([
    ['24000/1001', { num: 24_000, den: 1_001 }],
    ['25', { num: 25, den: 1 }],
    ['30', { num: 30, den: 1 }],
    ['60', { num: 60, den: 1 }],
  ])('are exactly those of a part at %s pictures a second', async (rate, fps) => {
    writeCounted(file('source'), { rate });
    const at = (frame: number) => Math.round((1_000 * frame * fps.den) / fps.num) / 1_000;
    const part = clip('source', { start: at(7), end: at(30) });
    const { pictures, ...rendered } = await render([part], { ...small, fps });
    expect(readNumbers(pictures)).toEqual(count(7, 30));
    expect(rendered).toEqual({ frames: 23, seconds: (23 * fps.den) / fps.num });
    for (const [place, { seconds }] of pictures.entries())
      expect(seconds).toBeCloseTo((place * fps.den) / fps.num, 5);
    // The last ones of all, up to an end that the file does not have.
    expect(
      readNumbers((await render([clip('source', { start: at(36) })], { ...small, fps })).pictures),
    ).toEqual(count(36, 40));
  });

  it('follow each other without one that is black or shown twice, whatever the files are', async () => {
    writeCounted(file('other'), { rate: '50', size: '40x30' });
    const { pictures } = await render([
      clip('counted', { start: 0.2, end: 0.6 }),
      clip('other', { start: 0.2, end: 0.6, fit: 'cover' }),
      clip('turned', { fit: 'cover' }),
      clip('counted', { start: 0.6, end: 0.8 }),
    ]);
    const numbers = readNumbers(pictures);
    expect(numbers.slice(0, 20)).toEqual([...count(5, 15), ...count(10, 30, 2)]);
    expect(numbers.slice(25)).toEqual(count(15, 20));
    expect(Math.min(...pictures.slice(20, 25).map((picture) => readLuma(picture, 0.5, 0.2)))).toBeGreaterThan(
      55,
    );
  });

  it('are left out or shown twice at another rate or speed', async () => {
    const show = async (speed: number, fps: number) => {
      const part = clip('counted', { start: 0.2, end: 1, speed });
      return readNumbers((await render([part], { ...small, fps: { num: fps, den: 1 } })).pictures);
    };
    expect(await show(2, 25)).toEqual(count(5, 25, 2));
    expect(await show(0.5, 25)).toEqual(count(5, 25, 0.5));
    expect(await show(1, 50)).toEqual(count(5, 25, 0.5));
    expect(await show(4, 50)).toEqual(count(5, 25, 2));
  });

  it('are those of the part from its end on when it is reversed, also of one that is kept in several pieces', async () => {
    writeCounted(file('long'), { frames: 300 });
    const { pictures } = await render([clip('long', { start: 0.2, end: 11.8, isReversed: true })]);
    const numbers = count(5, 295).map((number) => number % 40);
    expect(readNumbers(pictures)).toEqual(numbers.toReversed());
  });

  it('are shown as often as asked for', async () => {
    const { pictures } = await render([clip('counted', { start: 0.4, end: 0.6, repeats: 3 })]);
    expect(readNumbers(pictures)).toEqual([...count(10, 15), ...count(10, 15), ...count(10, 15)]);
  });

  it('lie between black bars, or fill the frame with the part that is chosen', async () => {
    const show = async (name: string, more: Partial<RenderClip>, width = 36, height = 72) => {
      const { pictures } = await render([clip(name, more)], { ...small, width, height });
      const picture = pictures[2];
      if (!picture) throw new Error('There is no picture');
      return (across: number, down: number) => Math.round(readLuma(picture, across, down) / 10) * 10;
    };
    const between = await show('halves', { fit: 'contain' });
    expect([0.1, 0.3, 0.7, 0.9].map((down) => between(0.25, down))).toEqual([20, 20, 20, 20]);
    expect([between(0.25, 0.45), between(0.75, 0.45), between(0.25, 0.6)]).toEqual([60, 160, 100]);
    const [left, right] = [
      await show('halves', { fit: 'cover', focusX: 0 }),
      await show('halves', { fit: 'cover', focusX: 1 }),
    ];
    expect([left(0.1, 0.1), left(0.9, 0.1), left(0.5, 0.9)]).toEqual([60, 60, 100]);
    expect([right(0.1, 0.1), right(0.9, 0.1), right(0.5, 0.9)]).toEqual([160, 160, 200]);
    const below = await show('halves', { fit: 'cover', focusY: 1 }, 72, 12);
    expect([below(0.2, 0.1), below(0.8, 0.9)]).toEqual([100, 200]);
    const turned = await show('turned', { fit: 'contain' });
    expect([turned(0.9, 0.25), turned(0.9, 0.75), turned(0.1, 0.25)]).toEqual([60, 160, 100]);
  });

  it('rise from black in the first run and fall to it in the last', async () => {
    const run = { start: 1, end: 1.6, fadeIn: 0.2, fadeOut: 0.2, repeats: 2 };
    const { pictures } = await render([clip('counted', run)]);
    const shades = pictures.map((picture) => readLuma(picture, 0.5, 0.5));
    for (const black of [0, 29]) expect(shades[black]).toBeLessThan(20);
    for (const full of [6, 14, 15, 22]) expect(shades[full]).toBeGreaterThan(100);
    expect(shades.slice(0, 5)).toEqual(shades.slice(0, 5).toSorted((a, b) => a - b));
  });

  it('have the caption over their lower edge, and none without a letter that a font has', async () => {
    const format = { ...small, width: 320, height: 180 };
    const show = async (caption: string) => {
      const { pictures } = await render([clip('halves', { fit: 'cover' })], format, { caption });
      return pictures.map(({ luma }) => [luma.subarray(0, 320 * 90), luma.subarray(320 * 90)] as const);
    };
    const brightest = (parts: readonly Buffer[]) =>
      parts.map((luma) => luma.reduce((most, value) => Math.max(most, value), 0));
    for (const part of await show("A ferry, that's all")) {
      const [above = 0, below = 0] = brightest(part);
      expect(above).toBeLessThan(175);
      expect(below).toBeGreaterThan(225);
    }
    for (const part of await show('🚢')) expect(Math.max(...brightest(part))).toBeLessThan(215);
  });
});

describe('a cut that is being rendered', () => {
  it('reports its progress, up to the whole', async () => {
    const shares: number[] = [];
    const request = { clips: [clip('counted')], format: small, caption: '', outputPath: file('out.mp4') };
    await media.renderCut(request, { timeoutMs: 60_000, onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('is given up when its call is aborted, and the next call is answered', async () => {
    const leaving = new AbortController();
    const clips = [clip('counted', { repeats: 10_000 })];
    const request = { clips, format: small, caption: '', outputPath: file('out.mp4') };
    const rendering = media.renderCut(request, {
      timeoutMs: 60_000,
      signal: leaving.signal,
      onProgress: () => leaving.abort(),
    });
    await expect(rendering).rejects.toMatchObject({ code: 'request_aborted' });
    expect(await render([clip('counted')])).toMatchObject({ frames: 40 });
  });

  it.each([
    ['that begins behind its end', 'counted', { start: 2 }],
    ['without a picture', 'wav', {}],
    ['that is absent', 'absent', {}],
  ])('fails for a clip %s', async (_, name, more) => {
    const sound = 'sine=duration=1,aformat=sample_fmts=s16:channel_layouts=mono';
    writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph: sound }, file('wav'));
    await expect(render([clip('counted'), clip(name, more)])).rejects.toMatchObject({
      code: 'media_unreadable',
    });
  });
});
