import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from '../create-media-process.ts';
import { wholeClip } from '../testing/cut-sources.ts';
import { makeTestFile, writeTestFile } from '../testing/make-test-file.ts';
import { readTone } from '../testing/read-film.ts';
import type { RenderClip, RenderRequest } from './render-request.ts';

const media = createMediaProcess();
let folder: string;
const file = (name: string) => join(folder, name);
const clip = (name: string, more: Partial<RenderClip> = {}) => ({ ...wholeClip, path: file(name), ...more });

async function render(container: 'mp3' | 'wav', clips: RenderClip[], sound?: RenderRequest['sound']) {
  const format = { width: 64, height: 36, fps: { num: 25, den: 1 } };
  const request = { clips, format, container, sound, caption: '', outputPath: file('out') };
  const rendered = await media.renderCut(request, { timeoutMs: 60_000 });
  const { left } = await readTone(file('out'), container);
  const loudest = (from: number, to: number) =>
    left.subarray(from * 48_000, to * 48_000).reduce((most, value) => Math.max(most, value), 0);
  return { ...rendered, samples: left.length, loudest };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-cut-'));
  for (const kind of ['mp3', 'm4a', 'ogg', 'flac', 'mp4', 'silentWav'] as const)
    makeTestFile(kind, file(kind));
  const graph =
    'aevalsrc=exprs=0.25*t*sin(2*PI*500*t):sample_rate=44100:duration=2,aformat=sample_fmts=s16:channel_layouts=mono';
  writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph }, file('rising'));
});
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a sound that is cut', () => {
  it('is a wav as long as its parts to the sample, faster, repeated, backwards and faded', async () => {
    const part = await render('wav', [clip('rising', { start: 0.5, end: 1.23456 })]);
    expect([part.samples, part.frames]).toEqual([35_259, 35_259]);
    expect(await media.probe(file('out'))).toMatchObject({ contentType: 'audio/wav', hasAudio: true });

    const turned = await render('wav', [clip('rising', { end: 1, isReversed: true, repeats: 2 })]);
    expect(turned.samples).toBe(96_000);
    expect(turned.loudest(0, 0.1)).toBeGreaterThan(turned.loudest(0.8, 0.9) + 0.1);
    expect(turned.loudest(1, 1.1)).toBeCloseTo(turned.loudest(0, 0.1), 1);

    expect((await render('wav', [clip('rising', { end: 2, speed: 4 })])).samples).toBe(24_000);
    const faded = await render('wav', [clip('rising', { end: 2, volume: 0.5, fadeOut: 1 })]);
    expect(faded.loudest(0.9, 1)).toBeCloseTo(0.125, 1);
    expect(faded.loudest(1.9, 2)).toBeLessThan(0.05);
  });

  it('is joined of sounds of every format, as mp3 too', async () => {
    const names = ['mp3', 'm4a', 'ogg', 'flac', 'rising'];
    const { samples, loudest } = await render(
      'mp3',
      names.map((name) => clip(name, { end: 0.5 })),
    );
    expect(samples).toBe(120_000);
    for (const place of [0, 1, 2, 3]) expect(loudest(place / 2 + 0.1, place / 2 + 0.4)).toBeGreaterThan(0.05);
    expect(await media.probe(file('out'))).toMatchObject({ contentType: 'audio/mpeg', hasAudio: true });
  });

  it('is mixed with another one, and stays silent where nothing is heard', async () => {
    const sound = { path: file('rising'), mode: 'add', volume: 1 } as const;
    expect((await render('wav', [clip('silentWav', { end: 1 })], sound)).loudest(0.9, 1)).toBeGreaterThan(
      0.15,
    );
    expect((await render('wav', [clip('rising', { end: 1, volume: 0 })])).loudest(0, 1)).toBe(0);
  });

  it('cannot be made of a video without one, nor of nothing', async () => {
    await expect(render('mp3', [clip('mp4')])).rejects.toMatchObject({ code: 'media_unreadable' });
    await expect(render('mp3', [clip('rising', { start: 5 })])).rejects.toMatchObject({
      code: 'media_unreadable',
    });
  });
});
