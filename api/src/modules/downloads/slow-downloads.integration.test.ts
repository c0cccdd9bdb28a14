import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { emptyFilm } from '@atelier/catalog/films';
import { makeShot } from '@atelier/catalog/testing';
import { AppError, type DownloadImagesReply } from '@atelier/contract';
import { insertFilmTake } from '@atelier/db';
import { makeTestFile } from '@atelier/media/testing';
import { getWorkFolder, newKey } from '@atelier/storage';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createAnalysisPath, submitAudio } from '../../testing/submissions.ts';
import { createDownloadPace } from './download-pace.ts';

const api = await startTestApi({ replace: () => ({ pace: createDownloadPace({ silenceMs: 10 }) }) });
const { captionMedia, zipMedia } = api.deps;
afterEach(async () => {
  vi.restoreAllMocks();
  await vi.waitFor(async () => expect(await readdir(getWorkFolder(api.deps.env))).toEqual([]), 20_000);
});
afterAll(() => api.close());

/** More than one block of gzip, and not a whole number of them. */
const made = Buffer.alloc(150_001, 'made');

async function finishSpoken(user: TestUser): Promise<string> {
  const readPath = (name: string) => join(api.store.dataDir, name);
  for (const kind of ['mp4', 'wav'] as const) makeTestFile(kind, readPath(kind));
  const heard = { videoPath: readPath('mp4'), soundPath: readPath('wav'), outputPath: readPath('heard') };
  await api.deps.media.muxSound(heard);
  const { id, key } = await finishVideo(api.deps, user, { content: await readFile(heard.outputPath) });
  const body = { text_generation_type: 'transcription', audio_url: `/media/${key}`, max_seconds: 60 };
  const transcription = (await user.post(createAnalysisPath, body)).body as { id: string };
  const words = [{ text: 'Hello.', start: 0, end: 1, type: 'word' }];
  const transcript = { language_code: 'eng', language_probability: 1, words };
  const output = { text: 'Hello.', transcript };
  await endGeneration(api.deps, transcription.id, {
    status: 'completed',
    chargeCredits: 5,
    error: null,
    output,
  });
  return id;
}

async function finishSounded(user: TestUser): Promise<string> {
  const video = await finishVideo(api.deps, user);
  const id = await submitAudio(user, { video_url: `/media/${video.key}`, prompt: '' });
  const key = newKey(user.userId, 'audio/wav');
  await api.deps.store.put(key, Readable.from([made]), { contentType: 'audio/wav', maxBytes: 1_000_000 });
  const output = { content_type: 'audio/wav', storage_key: key, bytes: made.length };
  await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 50, error: null, output });
  return id;
}

type Work = PromiseWithResolvers<void>;
type Result = { ok: true; contentType: never };

/** Work that writes the file once the test lets it. */
const write =
  ({ promise }: Work) =>
  async ({ outputPath }: { outputPath: string }): Promise<Result> => {
    await promise;
    await writeFile(outputPath, made);
    return { ok: true, contentType: 'video/mp4' as never };
  };

const videos = [
  {
    name: 'a video with captions',
    type: 'video/mp4',
    begin: async (user: TestUser, work: Work) => {
      vi.spyOn(captionMedia, 'burnCaptions').mockImplementation(write(work));
      return `/api/generations/${await finishSpoken(user)}/captioned`;
    },
  },
  ...(['webm', 'gif', 'webp'] as const).map((format) => ({
    name: `an export as ${format}`,
    type: `${format === 'webm' ? 'video' : 'image'}/${format}`,
    begin: async (user: TestUser, work: Work) => {
      vi.spyOn(captionMedia, 'exportVideo').mockImplementation(write(work));
      return `/api/generations/${(await finishVideo(api.deps, user)).id}/export?format=${format}`;
    },
  })),
  {
    name: 'a video with sound',
    type: 'video/mp4',
    begin: async (user: TestUser, work: Work) => {
      vi.spyOn(zipMedia, 'muxSound').mockImplementation(write(work));
      return `/api/generations/${await finishSounded(user)}/download`;
    },
  },
];

async function begin(user: TestUser, path: string, headers: object = {}): Promise<IncomingMessage> {
  const running = get(new URL(path, api.url), { headers: { cookie: user.cookieHeader(), ...headers } });
  const [reply] = (await once(running, 'response')) as [IncomingMessage];
  return reply;
}

describe.each(videos)('$name', ({ type, begin: prepare }) => {
  it('begins before its file is written, and stays alive until it is', async () => {
    const user = await api.user();
    const work = Promise.withResolvers<void>();
    const reply = await begin(user, await prepare(user, work), { 'accept-encoding': 'gzip' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': type, 'content-encoding': 'gzip' });
    const chunks: Buffer[] = [];
    reply.on('data', (chunk: Buffer) => chunks.push(chunk));
    await vi.waitFor(() => expect(Buffer.concat(chunks).length).toBeGreaterThan(40), 20_000);
    work.resolve();
    await once(reply, 'end');
    expect(gunzipSync(Buffer.concat(chunks))).toEqual(made);
  });

  it('breaks off when its file cannot be written, and does not block the next one', async () => {
    const user = await api.user();
    const work = Promise.withResolvers<void>();
    const path = await prepare(user, work);
    const reply = await begin(user, path, { 'accept-encoding': 'gzip' });
    void Promise.allSettled([work.promise]);
    work.reject(new AppError('media_unreadable'));
    await expect(buffer(reply)).rejects.toThrow('aborted');
    await vi.waitFor(async () => expect((await user.get(path)).status).not.toBe(429), 20_000);
  });

  it('has its length and no encoding for a client that does not take gzip', async () => {
    const user = await api.user();
    const work = Promise.withResolvers<void>();
    work.resolve();
    const reply = await begin(user, await prepare(user, work));
    expect(reply.headers).toMatchObject({ 'content-type': type, 'content-length': `${made.length}` });
    expect(await buffer(reply)).toEqual(made);
  });
});

const zips = [
  {
    name: 'a zip of images',
    begin: async (user: TestUser, work: Work) => {
      vi.spyOn(zipMedia, 'normalizeImage').mockImplementation(async (request) => ({
        ...(await write(work)(request)),
        width: 1,
        height: 1,
      }));
      const body = { imageIds: [(await finishImage(api.deps, user)).id], format: 'jpeg' };
      const { downloadUrl } = (await user.post('/api/image-generation/download', body))
        .body as DownloadImagesReply;
      return downloadUrl;
    },
  },
  {
    name: 'a zip of the pictures of a video',
    begin: async (user: TestUser, work: Work) => {
      vi.spyOn(zipMedia, 'writeFrames').mockImplementation(async ({ folder }) => {
        await write(work)({ outputPath: `${folder}/1.png` });
        return { ok: true, names: ['1.png'] };
      });
      return `/api/generations/${(await finishVideo(api.deps, user)).id}/export?format=frames`;
    },
  },
  {
    name: 'a zip of a film',
    begin: async (user: TestUser, work: Work) => {
      const shot = makeShot({ prompt: 'A boat', kind: 'veo3-1-fast-text-to-video', seconds: 4 });
      const id = uuidv7();
      const document = JSON.stringify({ ...emptyFilm, shots: [shot] });
      const values = [id, user.userId, 'Harbour', document];
      await api.deps.db.pool.query(
        'insert into film (id, user_id, name, document) values ($1, $2, $3, $4)',
        values,
      );
      const take = await finishVideo(api.deps, user, { content: made });
      await insertFilmTake(api.deps.db.pool, {
        generationId: take.id,
        filmId: id,
        shotId: shot.id,
        asked: 'x',
      });
      const { find } = api.deps.store;
      vi.spyOn(api.deps.store, 'find').mockImplementation(async (key) => {
        await work.promise;
        return find(key);
      });
      return `/api/films/${id}/export?format=zip`;
    },
  },
];

it.each(zips)('$name sends its headers before its first file is there', async ({ begin: prepare }) => {
  const user = await api.user();
  const work = Promise.withResolvers<void>();
  const reply = await begin(user, await prepare(user, work), { 'accept-encoding': 'gzip' });
  expect(reply.statusCode).toBe(200);
  // Firefox saves a zip as it is sent, whatever its encoding.
  expect(reply.headers).toMatchObject({ 'content-type': 'application/zip' });
  expect(reply.headers['content-encoding']).toBeUndefined();
  work.resolve();
  expect((await buffer(reply)).subarray(0, 2).toString()).toBe('PK');
});
