import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PresignReply, UploadAudioReply } from '@atelier/contract';
import { storeDrivers } from '@atelier/dev-stack/test-sets';
import { makeSound, writeTestFile } from '@atelier/media/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { issue, refusal } from '../../testing/refusal.ts';
import { createVideoPath, uploadImage, uploadVideo } from '../../testing/submissions.ts';
import { mp4, png } from './testing/files.ts';
import { upload } from './testing/form.ts';
import { openUploadApi } from './testing/open-upload-api.ts';

const soundPath = '/api/upload-audio';
const accepted = [
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/mp4',
  'audio/x-m4a',
  'audio/aac',
  'audio/ogg',
  'audio/flac',
  'audio/x-flac',
  'audio/webm',
];
const list = 'MP3, WAV, M4A, AAC, OGG, FLAC or WebM';
const badSound = refusal('unsupported_file', `Please select a valid sound file (${list})`, { accepted });
const unreadable = refusal('unsupported_file', expect.stringMatching('^This sound cannot be read'), {
  accepted,
  reason: 'unreadable',
});
const silent = refusal('unsupported_file', 'This sound is silent from beginning to end', {
  reason: 'silent',
});

const kinds = [
  ['mp3', 'mp3', 'audio/mpeg'],
  ['wav', 'wav', 'audio/wav'],
  ['m4a', 'm4a', 'audio/mp4'],
  ['adts', 'aac', 'audio/aac'],
  ['ogg', 'ogg', 'audio/ogg'],
  ['flac', 'flac', 'audio/flac'],
  ['soundWebm', 'weba', 'audio/webm'],
] as const;

describe.each(storeDrivers)('an uploaded sound, stored on %s', async (driver) => {
  const api = await openUploadApi(driver);
  afterAll(() => api.close());
  const [owner, stranger] = [await api.user(), await api.user()];

  it.each(kinds)(
    'is taken as %s by its bytes, with its length, for its owner only',
    async (make, ending, type) => {
      const content = makeSound(make);
      const reply = await upload(owner, soundPath, content, 'something.txt');
      const seconds = expect.closeTo(2, 1);
      expect([reply.status, reply.body]).toEqual([
        200,
        { success: true, data: { audio_url: expect.any(String), duration_seconds: seconds } },
      ]);
      const { pathname } = new URL((reply.body as UploadAudioReply).data.audio_url);
      expect(pathname.endsWith(`.${ending}`)).toBe(true);
      const served = await owner.get(pathname);
      expect([served.headers.get('content-type'), served.bytes]).toEqual([type, content]);
      expect((await stranger.get(pathname)).status).toBe(404);
    },
  );

  const mp3 = makeSound('mp3');
  it.each([
    ['an empty file', Buffer.alloc(0), badSound],
    ['a video', mp4(), badSound],
    ['an image', png(), badSound],
    [
      'a head of MP3 with nothing behind it',
      Buffer.concat([mp3.subarray(0, 40), Buffer.from('text')]),
      unreadable,
    ],
    ['half a WAV', makeSound('wav').subarray(0, 60_000), unreadable],
    ['half an M4A', makeSound('m4a').subarray(0, 3_000), unreadable],
    ['silence', makeSound('silentWav'), silent],
  ])('is not %s, which leaves nothing', async (_what, content, refused) => {
    const before = await api.files();
    const reply = await upload(owner, soundPath, content, 'a.mp3');
    expect([reply.status, reply.body]).toEqual([415, refused]);
    expect(await api.files()).toEqual(before);
  });

  it('comes by a signed address as well, and is read when it is confirmed', async () => {
    const presign = async (content: Buffer) => {
      const ask = { filename: 'a.m4a', contentType: 'audio/x-m4a', size: content.length };
      const given = (await owner.post('/api/generate-presigned-url', ask)).body as PresignReply;
      const put = {
        method: 'PUT',
        body: new Uint8Array(content),
        headers: { 'content-type': 'audio/x-m4a' },
      };
      expect((await fetch(api.reach(given.url), put)).status).toBe(200);
      return owner.post('/api/uploads/confirm', { key: given.key });
    };
    const content = makeSound('m4a');
    expect((await presign(content)).body).toMatchObject({
      content_type: 'audio/mp4',
      bytes: content.length,
      url: expect.stringMatching(/\.m4a$/),
    });
    const refused = await presign(mp4());
    expect([refused.status, refused.body]).toEqual([415, badSound]);
  });
});

describe('a sound of a certain length', async () => {
  const api = await openUploadApi('disk');
  afterEach(() => api.store.expectWholeLedger());
  afterAll(() => api.close());
  const user = await api.user({ credits: 10_000 });

  const toSound = async (seconds: number) => {
    const path = join(api.store.dataDir, `sound-${seconds}`);
    const graph = `sine=frequency=300:sample_rate=44100:duration=${seconds},aformat=sample_fmts=s16:channel_layouts=mono`;
    writeTestFile({ container: 'wav', encoder: 'pcm_s16le', graph }, path);
    return readFile(path);
  };
  const speak = async (sound: Buffer, more: object = {}) => {
    const { body } = await upload(user, soundPath, sound, 'a.wav');
    const { audio_url } = (body as UploadAudioReply).data;
    return user.post(createVideoPath, {
      ...speaking,
      image_url: await uploadImage(user),
      audio_url,
      ...more,
    });
  };
  const speaking = { video_generation_type: 'veed-fabric-1-0', max_seconds: 5 };

  it('is what a speaking picture is priced for, and a longer one is refused at its field for nothing', async () => {
    const before = await user.get('/api/user/info');
    const long = await toSound(7);
    const refused = await speak(long);
    const message = 'The sound may be at most 5 seconds long with these settings';
    expect([refused.status, refused.body]).toMatchObject([400, { issues: [issue('audio_url', message)] }]);
    expect((await user.get('/api/user/info')).body).toEqual(before.body);
    expect((await speak(long, { max_seconds: 15 })).status).toBe(200);
  });

  it('is refused at its field as silence, as a video and when it is left out, also inside its address', async () => {
    const image_url = await uploadImage(user);
    const send = (audio_url?: string) => user.post(createVideoPath, { ...speaking, image_url, audio_url });
    const inside = (content: Buffer) => `data:audio/wav;base64,${content.toString('base64')}`;
    const [missing, silence, film] = [
      await send(),
      await send(inside(makeSound('silentWav'))),
      await send(await uploadVideo(user)),
    ];
    expect(missing.body).toMatchObject({ issues: [issue('audio_url', 'Please upload a sound!')] });
    expect([silence.status, silence.body]).toMatchObject([415, { path: 'audio_url', reason: 'silent' }]);
    expect([film.status, film.body]).toMatchObject([415, { path: 'audio_url', code: 'unsupported_file' }]);
    expect((await send(inside(makeSound('mp3')))).status).toBe(200);
  });

  // Makes 26 MB and reads them.
  it('is refused by its length, not called damaged', { timeout: 180_000, tags: 'load' }, async () => {
    const path = join(api.store.dataDir, 'three-hours');
    const graph =
      'sine=frequency=200:sample_rate=8000:duration=10800,aformat=sample_fmts=s16p:channel_layouts=mono,asetnsamples=576';
    writeTestFile({ container: 'mp3', encoder: 'libmp3lame', graph }, path);
    const reply = await upload(user, soundPath, await readFile(path), 'a.mp3');
    const refused = refusal('size_limit', 'A sound may be at most 60 minutes long', { max_seconds: 3_600 });
    expect([reply.status, reply.body]).toEqual([413, refused]);
  });
});
