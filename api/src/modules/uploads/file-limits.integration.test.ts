import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadAudioReply, UploadImageReply, UploadVideoReply } from '@atelier/contract';
import {
  copyTracks,
  makeSound,
  makeVideoWithSound,
  patchAll,
  word,
  writeTestFile,
} from '@atelier/media/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { finishVideo } from '../../testing/endings.ts';
import { issue } from '../../testing/refusal.ts';
import { createAnalysisPath, createImagePath, createVideoPath } from '../../testing/submissions.ts';
import { png } from './testing/files.ts';
import { upload } from './testing/form.ts';
import { openUploadApi } from './testing/open-upload-api.ts';

const api = await openUploadApi('disk');
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const user = await api.user({ credits: 100_000 });

async function toVideo(facts: { size: string; rate: number; seconds: number }): Promise<string> {
  const { size, rate, seconds } = facts;
  const path = join(api.store.dataDir, `${size}-${rate}-${seconds}.mp4`);
  const graph = `color=c=teal:size=${size}:rate=${rate}:duration=${seconds},format=yuv420p`;
  writeTestFile({ container: 'mp4', encoder: 'libx264', graph }, path);
  return uploadedVideo(await readFile(path));
}

async function uploadedVideo(content: Buffer): Promise<string> {
  const reply = await upload(user, '/api/upload-video', content);
  return (reply.body as UploadVideoReply).data.video_url;
}

async function uploadedImage(width: number, height: number): Promise<string> {
  const reply = await upload(user, '/api/upload-image-wan-i2v', png({ width, height }), 'a.png');
  return (reply.body as UploadImageReply).imageUrl;
}

/** The same video, whose headers say that it is of 4.9 seconds. */
async function declareShort(url: string): Promise<Buffer> {
  const { bytes } = await user.get(new URL(url).pathname);
  const clock = bytes.readUInt32BE(bytes.indexOf('mdhd') + 16);
  const film = patchAll(bytes, 'mvhd', 20, word(4_900));
  return patchAll(patchAll(film, 'tkhd', 24, word(4_900)), 'mdhd', 20, word(4.9 * clock));
}

const enlarge = (video_url: string, more: object = {}) =>
  user.post(createVideoPath, { video_generation_type: 'topaz-upscale-video', video_url, ...more });

describe('a price for a video of a certain length', () => {
  const tooLong = 'The video may be at most 5 seconds long with these settings';

  it('is for no longer, larger or faster one, whatever it declares, and a refusal costs nothing', async () => {
    const long = await toVideo({ size: '64x64', rate: 10, seconds: 6 });
    const fast = await toVideo({ size: '64x64', rate: 60, seconds: 1 });
    const large = await toVideo({ size: '1280x720', rate: 5, seconds: 1 });
    const before = await user.get('/api/user/info');
    const refused: [string, object, string][] = [
      [long, { max_seconds: 5 }, tooLong],
      [fast, {}, 'The video may have at most 30 frames per second'],
      [large, {}, 'The picture may have at most 0.51 megapixels with these settings'],
      [await uploadedVideo(await declareShort(long)), { max_seconds: 5 }, tooLong],
    ];
    for (const [url, more, message] of refused) {
      const reply = await enlarge(url, more);
      expect([reply.status, reply.body]).toMatchObject([400, { issues: [issue('video_url', message)] }]);
    }
    expect((await user.get('/api/user/info')).body).toEqual(before.body);
    for (const [url, more] of [
      [long, { max_seconds: 10 }],
      [large, { max_size: '2160p' }],
    ] as const)
      expect((await enlarge(url, more)).status).toBe(200);
  });

  it('takes a recording without a length for as long as it is', async () => {
    await toVideo({ size: '64x64', rate: 10, seconds: 2 });
    const [from, to] = [join(api.store.dataDir, '64x64-10-2.mp4'), join(api.store.dataDir, 'live')];
    await copyTracks(to, 'mp4', [{ path: from, format: 'mov' }], { movflags: 'frag_keyframe+empty_moov' });
    expect((await enlarge(await uploadedVideo(await readFile(to)), { max_seconds: 5 })).status).toBe(200);
  });

  it('says of a file that cannot be read that it cannot be read', async () => {
    // Stored before uploads were read.
    const { key } = await finishVideo(api.deps, user, { content: Buffer.from('not a video') });
    const reply = await enlarge(`/media/${key}`);
    const message = 'This file cannot be read: it is damaged or incomplete';
    expect([reply.status, reply.body]).toMatchObject([400, { issues: [issue('video_url', message)] }]);
    const lines = [{ kind: 'topaz-upscale-video', input: { video_url: `/media/${key}` } }];
    const priced = await user.post('/api/batches', { lines, dry_run: true });
    expect(priced.body).toMatchObject({ problems: [{ line: 1, path: 'video_url', message }] });
  });

  it('is held for each line of a batch by its own settings', async () => {
    const long = await toVideo({ size: '64x64', rate: 10, seconds: 7 });
    const line = (max_seconds: number) => ({
      kind: 'topaz-upscale-video',
      input: { video_url: long, max_seconds },
    });
    const lines = [line(10), line(5)];
    const message = 'The video may be at most 5 seconds long with these settings';
    const priced = await user.post('/api/batches', { lines, dry_run: true });
    expect(priced.body).toMatchObject({ problems: [{ line: 2, path: 'video_url', message }] });
    const reply = await user.post('/api/batches', { name: 'Larger', lines });
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { issues: [issue('lines.2.video_url', message)] },
    ]);
  });
});

it('an image may be enlarged as far as its price goes', async () => {
  const image_url = await uploadedImage(1300, 1300);
  const body = { image_generation_type: 'upscale', model: 'topaz-upscale-image', image_url };
  const message = 'The picture may have at most 1.5 megapixels with these settings';
  const reply = await user.post(createImagePath, { ...body, upscale_factor: 4 });
  expect([reply.status, reply.body]).toMatchObject([400, { issues: [issue('image_url', message)] }]);
  expect((await user.post(createImagePath, body)).status).toBe(200);
});

it('a video that is to be written down needs a sound in which something is heard', async () => {
  const mute = await toVideo({ size: '64x64', rate: 10, seconds: 3 });
  const silent = await uploadedVideo(await makeVideoWithSound('silentMp3'));
  const spoken = await uploadedVideo(await makeVideoWithSound('mp3'));
  const before = await user.get('/api/user/info');
  const writeDown = (audio_url: string) =>
    user.post(createAnalysisPath, { text_generation_type: 'transcription', audio_url });
  const subtitle = (video_url: string, more: object = {}) =>
    user.post(createVideoPath, { video_generation_type: 'veed-subtitles', video_url, ...more });
  for (const url of [mute, silent]) {
    const replies = [await writeDown(url), await subtitle(url)];
    const issues = ['audio_url', 'video_url'].map((field) => [issue(field, 'This video has no sound')]);
    expect(replies.map(({ status }) => status)).toEqual([400, 400]);
    expect(replies.map(({ body }) => (body as { issues: unknown }).issues)).toMatchObject(issues);
  }
  expect((await user.get('/api/user/info')).body).toEqual(before.body);
  const captions = '1\n00:00:00,000 --> 00:00:02,000\nGood morning';
  const taken = [
    await writeDown(spoken),
    await subtitle(spoken),
    await subtitle(silent, { srt_content: captions }),
  ];
  expect(taken.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('a sound is paid for by what is heard of it, whatever the times of its parts say', async () => {
  const [flac, m4a] = [makeSound('flac'), makeSound('m4a')];
  const joined = Buffer.concat(Array.from({ length: 31 }, () => flac));
  // Seventy seconds, whose clock says that they are a tenth of one.
  const path = join(api.store.dataDir, 'long.m4a');
  const samples = 'aformat=sample_fmts=fltp:channel_layouts=mono,asetnsamples=1024';
  const graph = `sine=frequency=440:sample_rate=44100:duration=70,${samples}`;
  writeTestFile({ container: 'ipod', encoder: 'aac', graph }, path);
  const hurried = patchAll(await readFile(path), 'mdhd', 16, word(30_870_000));
  const send = async (content: Buffer) =>
    ((await upload(user, '/api/upload-audio', content)).body as UploadAudioReply).data.audio_url;
  const writeDown = (audio_url: string) =>
    user.post(createAnalysisPath, { text_generation_type: 'transcription', audio_url, max_seconds: 60 });
  const before = await user.get('/api/user/info');
  const message = 'The sound may be at most 60 seconds long with these settings';
  for (const content of [joined, hurried]) {
    const reply = await writeDown(await send(content));
    expect([reply.status, reply.body]).toMatchObject([400, { issues: [issue('audio_url', message)] }]);
  }
  expect((await user.get('/api/user/info')).body).toEqual(before.body);
  expect((await writeDown(await send(m4a))).status).toBe(200);
});
