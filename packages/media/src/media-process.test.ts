import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from './create-media-process.ts';
import { copyTracks, makeTestFile, patchAll, testFiles, word } from './testing/make-test-file.ts';

const media = createMediaProcess();
let directory: string;
const file = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'atelier-media-'));
  for (const kind of Object.keys(testFiles) as (keyof typeof testFiles)[]) makeTestFile(kind, file(kind));
  const image = sharp({ create: { width: 900, height: 300, channels: 3, background: '#3366cc' } });
  await image.clone().jpeg().toFile(file('jpeg'));
  await image.clone().png().toFile(file('png'));
  await image.clone().webp().toFile(file('webp'));
});
afterAll(async () => {
  await media.close();
  await rm(directory, { recursive: true, force: true });
});

const video = { width: 320, height: 180, durationSeconds: 2, fps: 10, hasAudio: false };
const sound = { durationSeconds: expect.closeTo(2, 1), hasAudio: true };
const image = { width: 900, height: 300, hasAudio: false };

describe('probe', () => {
  it.each([
    ['mp4', { contentType: 'video/mp4', codec: 'h264', ...video }],
    ['mov', { contentType: 'video/quicktime', codec: 'h264', ...video }],
    ['webm', { contentType: 'video/webm', codec: 'vp8', ...video }],
    ['gif', { contentType: 'image/gif', codec: 'gif', ...video }],
    ['wav', { contentType: 'audio/wav', codec: 'pcm_s16le', ...sound }],
    ['mp3', { contentType: 'audio/mpeg', ...sound }],
    ['m4a', { contentType: 'audio/mp4', codec: 'aac', ...sound }],
    ['adts', { contentType: 'audio/aac', codec: 'aac', ...sound }],
    ['ogg', { contentType: 'audio/ogg', ...sound }],
    ['flac', { contentType: 'audio/flac', codec: 'flac', ...sound }],
    ['soundWebm', { contentType: 'audio/webm', ...sound }],
    ['soundMp4', { contentType: 'audio/mp4', ...sound }],
    ['jpeg', { contentType: 'image/jpeg', ...image }],
    ['png', { contentType: 'image/png', ...image }],
    ['webp', { contentType: 'image/webp', ...image }],
  ])('reads %s by its bytes, whatever its name', async (name, facts) => {
    const { size } = await stat(file(name));
    expect(await media.probe(file(name))).toMatchObject({ ...facts, bytes: size });
  });

  it.each(['mp4', 'mov', 'jpeg', 'png', 'webp', 'wav'])('refuses a %s that is cut off', async (name) => {
    const path = file(`cut-${name}`);
    const bytes = await readFile(file(name));
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    await expect(media.probe(path)).rejects.toMatchObject({ code: 'media_unreadable' });
  });

  it.each([
    ['text named .mp4', 'fake.mp4', 'This is not a video'],
    ['an empty file', 'empty.mp4', ''],
    ['a playlist that names other files', 'list.mp4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n'],
    ['an mp4 head with nothing behind it', 'head.mp4', '\0\0\0\x14ftypisom\0\0\0\0isom'],
    ['noise behind a PNG head', 'noise.png', '\x89PNG\r\n\x1a\nnoise noise noise noise'],
  ])('refuses %s', async (_title, name, content) => {
    await writeFile(file(name), Buffer.from(content, 'latin1'));
    await expect(media.probe(file(name))).rejects.toMatchObject({ code: 'media_unreadable' });
    await expect(media.poster(file(name), file('never.webp'))).rejects.toMatchObject({
      code: 'media_unreadable',
    });
  });

  it('refuses a file that is not there', async () => {
    await expect(media.probe(file('absent'))).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});

describe('poster', () => {
  it.each(['mp4', 'mov', 'webm', 'gif'])('takes a frame of a %s', async (name) => {
    const poster = await media.poster(file(name), file(`${name}-poster`));
    expect(poster).toMatchObject({
      width: 320,
      height: 180,
      placeholder: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    expect(await media.probe(file(`${name}-poster`))).toMatchObject({
      contentType: 'image/webp',
      width: 320,
    });
  });

  it('makes a smaller picture of an image and reports its average colour', async () => {
    const poster = await media.poster(file('png'), file('png-poster'), { maxWidth: 90 });
    expect(poster).toMatchObject({ width: 90, height: 30, placeholder: '#3366cc' });
  });

  it('passes over a dark beginning', async () => {
    await media.poster(file('lateLight'), file('light-poster'));
    const { channels } = await sharp(file('light-poster')).stats();
    expect(channels[0]?.mean).toBeGreaterThan(100);
  });

  it('is transparent where a video is, and has no colour to paint there', async () => {
    const poster = await media.poster(file('clearWebm'), file('clear-poster'));
    expect(poster).toMatchObject({ width: 320, height: 180, placeholder: null });
    const readAlpha = async (left: number) => {
      const area = { left, top: 10, width: 140, height: 160 };
      const { channels } = await sharp(
        await sharp(file('clear-poster')).ensureAlpha().extract(area).png().toBuffer(),
      ).stats();
      return channels[3]?.mean;
    };
    expect(await readAlpha(10)).toBeLessThan(2);
    expect(await readAlpha(170)).toBeGreaterThan(253);
  });

  it('refuses sound, which has no picture', async () => {
    await expect(media.poster(file('wav'), file('never.webp'))).rejects.toMatchObject({
      code: 'media_unreadable',
    });
  });
});

describe('the length of a sound', () => {
  const twice = async (name: string) => {
    const once = await readFile(file(name));
    return Buffer.concat([once, once]);
  };
  const hurry = async (name: string) => patchAll(await readFile(file(name)), 'mdhd', 16, word(4_410_000));
  it.each([
    ['an MP3', 2, () => readFile(file('mp3'))],
    ['a WebM', 2, () => readFile(file('soundWebm'))],
    ['an M4A with a clock a hundred times too fast', 2, () => hurry('m4a')],
    [
      'an M4A whose edit list shows a tenth of it',
      2,
      async () => patchAll(await readFile(file('m4a')), 'elst', 12, word(200)),
    ],
    ['two FLACs in one file', 4, () => twice('flac')],
    ['two OGGs in one file', 4, () => twice('ogg')],
  ])('is that of the samples of %s', async (_what, length, make) => {
    await writeFile(file('measured'), await make());
    const { seconds, isSilent } = await media.measureSound(file('measured'));
    expect(seconds).toBeGreaterThan(length - 0.1);
    expect(seconds).toBeLessThan(length + 0.2);
    expect(isSilent).toBe(false);
  });

  it('is that of the longest track, and silence is that of the first', async () => {
    const tracks = ['silentWav', 'longWav'].map((name) => ({ path: file(name), format: 'wav' }));
    await copyTracks(file('two tracks'), 'mov', tracks);
    expect(await media.measureSound(file('two tracks'))).toEqual({
      seconds: expect.closeTo(4, 1),
      isSilent: true,
    });
  });

  it('is refused for what has no sound, or is cut off before it', async () => {
    await writeFile(file('head.wav'), (await readFile(file('wav'))).subarray(0, 44));
    for (const name of ['png', 'mp4', 'head.wav', 'absent'])
      await expect(media.measureSound(file(name))).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});

describe('peaks', () => {
  it.each(['wav', 'mp3', 'm4a', 'adts', 'ogg', 'flac', 'soundWebm'])(
    'measure the loudness of a %s in steps of its loudest moment',
    async (name) => {
      const peaks = await media.peaks(file(name), { count: 100 });
      expect(peaks).toHaveLength(100);
      expect(peaks.slice(10, 90).every((peak) => peak > 0.9 && peak <= 1)).toBe(true);
    },
  );

  it('follow a sound that swells', async () => {
    const peaks = await media.peaks(file('risingWav'), { count: 10 });
    expect(peaks).toEqual(peaks.toSorted((a, b) => a - b));
    expect(peaks).toHaveLength(10);
    expect(peaks.at(0)).toBeLessThan(0.2);
    expect(peaks.at(-1)).toBe(1);
  });

  it('are nothing for silence', async () => {
    expect(await media.peaks(file('silentWav'), { count: 3 })).toEqual([0, 0, 0]);
  });

  it('are refused for what has no sound, or is cut off before it', async () => {
    await writeFile(file('head.wav'), (await readFile(file('wav'))).subarray(0, 44));
    for (const name of ['png', 'mp4', 'head.wav', 'absent'])
      await expect(media.peaks(file(name))).rejects.toMatchObject({ code: 'media_unreadable' });
  });
});

describe('the child process', () => {
  it('is killed when its time is up, and the next call gets a new one', async () => {
    const hasty = createMediaProcess();
    // A pipe that is never written to: the child waits for its first byte.
    const pipe = file('pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(hasty.probe(pipe, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'media_unreadable',
      cause: { message: expect.stringContaining('200 ms') },
    });
    expect(await hasty.probe(file('mp4'))).toMatchObject(video);
    await hasty.close();
  });

  it('answers calls that came together', async () => {
    const several = createMediaProcess({ processes: 2 });
    const names = ['mp4', 'png', 'wav', 'webm', 'gif', 'jpeg'];
    const facts = await Promise.all(names.map((name) => several.probe(file(name))));
    expect(facts.map(({ bytes }) => bytes)).toEqual(
      await Promise.all(names.map(async (name) => (await stat(file(name))).size)),
    );
    await several.close();
    await expect(several.probe(file('mp4'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('neither keeps its parent alive nor outlives it', async () => {
    const modulePath = fileURLToPath(new URL('./index.ts', import.meta.url));
    const script = `
      import { createMediaProcess } from ${JSON.stringify(modulePath)};
      const facts = await createMediaProcess().probe(${JSON.stringify(file('mp4'))});
      console.log(facts.width);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output: Buffer[] = [];
    parent.stdout.on('data', (part: Buffer) => output.push(part));
    // The pipe closes only when no process holds it any more: neither the parent nor a child it started.
    const [code] = await once(parent, 'close');
    expect({ code, output: Buffer.concat(output).toString() }).toEqual({ code: 0, output: '320\n' });
  });
});
