import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findLedgerProblems } from '@atelier/db';
import { makeTestFile } from '@atelier/media/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { finishImage, finishVideo } from '../../testing/endings.ts';
import { expectNoTemporaryFiles } from '../../testing/expect-no-temporary-files.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';

const api = await startTestApi();
// A client has the last byte before the server has ended its reply, which `close` would then wait for.
afterEach(async () => {
  await expectNoTemporaryFiles(api.deps);
  expect(await findLedgerProblems(api.deps.db.pool)).toEqual([]);
});
afterAll(() => api.close());
const toPath = (name: string) => join(api.store.dataDir, name);
const files = { heard: Buffer.alloc(0), gif: Buffer.alloc(0) };
beforeAll(async () => {
  for (const kind of ['mp4', 'wav', 'gif'] as const) makeTestFile(kind, toPath(kind));
  const heard = { videoPath: toPath('mp4'), soundPath: toPath('wav'), outputPath: toPath('heard') };
  await api.deps.media.muxSound(heard);
  files.heard = await readFile(toPath('heard'));
  files.gif = await readFile(toPath('gif'));
});

const pathFor = (id: string, format: string, more = '') =>
  `/api/generations/${id}/export?format=${format}${more}`;
const prompt = 'A paper boat 纸船';
const finish = (user: TestUser) => finishVideo(api.deps, user, { content: files.heard, prompt });
const finishGif = (user: TestUser) =>
  finishVideo(api.deps, user, { content: files.gif, contentType: 'image/gif', prompt });
const formats = ['webm', 'gif', 'webp', 'frames'];
const types = { webm: 'video/webm', gif: 'image/gif', webp: 'image/webp' } as const;

async function probe(bytes: Buffer) {
  await writeFile(toPath('downloaded'), bytes);
  return api.deps.media.probe(toPath('downloaded'));
}

/** The pictures of a zip by name, each verified by its checksum. */
async function listFiles(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return found;
}

const readCredits = async (user: TestUser) => (await user.get('/api/user/info')).body;

/** Starts a download; returns once it has begun to make the file. */
function begin(user: TestUser, address: string) {
  const running = get(new URL(address, api.url), { headers: { cookie: user.cookieHeader() } });
  running.on('error', () => undefined);
  return running;
}

describe('a video in another format', () => {
  it('is a file of its type with the words of its prompt as its name, and free', async () => {
    const user = await api.user();
    const { id } = await finish(user);
    const before = await readCredits(user);
    for (const format of ['webm', 'gif', 'webp'] as const) {
      const reply = await user.get(pathFor(id, format));
      expect(reply.status).toBe(200);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': types[format],
        'content-length': String(reply.bytes.length),
        'cache-control': 'no-store',
        'content-disposition': expect.stringContaining(encodeURIComponent(`A paper boat 纸船.${format}`)),
      });
      if (format === 'webm')
        expect(await probe(reply.bytes)).toMatchObject({ codec: 'vp9', hasAudio: true, width: 320, fps: 10 });
      else
        expect(await sharp(reply.bytes, { animated: true }).metadata()).toMatchObject({
          format,
          width: 320,
          pageHeight: 180,
          pages: 20,
          loop: 0,
        });
    }
    expect(await readCredits(user)).toEqual(before);
    const head = await user.request(pathFor(id, 'gif'), { method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers.get('cache-control')]).toEqual([200, 0, 'no-store']);
  });

  it('may have been a GIF', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const { id } = await finishGif(user);
    expect(await probe((await user.get(pathFor(id, 'webm', '&output=0'))).bytes)).toMatchObject({
      codec: 'vp9',
      fps: 10,
    });
    const webp = await user.get(pathFor(id, 'webp'));
    expect((await sharp(webp.bytes, { animated: true }).metadata()).pages).toBe(20);
    expect((await listFiles((await user.get(pathFor(id, 'frames'))).bytes)).size).toBe(20);
  });

  it('is a zip of all its pictures, which are written in pieces', async () => {
    const user = await api.user();
    const { id } = await finish(user);
    const write = api.deps.zipMedia.writeFrames;
    const spy = vi
      .spyOn(api.deps.zipMedia, 'writeFrames')
      .mockImplementation((request, options) => write({ ...request, piecePixels: 7 * 320 * 180 }, options));
    const reply = await user.get(pathFor(id, 'frames'));
    expect(spy).toHaveBeenCalledTimes(3);
    spy.mockRestore();
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining(encodeURIComponent('A-paper-boat-纸船-frames.zip')),
    });
    const pictures = await listFiles(reply.bytes);
    const names = Array.from({ length: 20 }, (_, at) => `frame-${String(at + 1).padStart(5, '0')}.png`);
    expect([...pictures.keys()]).toEqual(names);
    expect(new Set([...pictures.values()].map((each) => each.toString('latin1'))).size).toBe(20);
    expect(await sharp(pictures.get('frame-00020.png')).metadata()).toMatchObject({
      format: 'png',
      width: 320,
      height: 180,
    });
  });

  it('is refused in words without a format, a video or an end', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const { id } = await finish(user);
    const image = await finishImage(api.deps, user);
    const running = await submitVideo(user);
    for (const [address, status, code] of [
      [pathFor(image.id, 'gif'), 400, 'no_video'],
      [pathFor(running, 'webm'), 409, 'not_finished'],
      [pathFor(id, 'webm', '&output=1'), 400, 'no_video'],
      [pathFor(id, 'webm', '&output=x'), 400, 'invalid_query'],
      [pathFor(id, 'mkv'), 400, 'invalid_query'],
      [`/api/generations/${id}/export`, 400, 'invalid_query'],
      [pathFor('1', 'gif'), 400, 'invalid_id'],
    ] as const) {
      const reply = await user.get(address);
      expect([address, reply.status, reply.body]).toEqual([
        address,
        status,
        expect.objectContaining({ code }),
      ]);
    }
    expect((await user.request(pathFor(image.id, 'frames'), { method: 'HEAD' })).status).toBe(400);
    expect((await other.get(pathFor(id, 'gif'))).status).toBe(404);
    expect((await api.browser().get(pathFor(id, 'gif'))).status).toBe(401);
  });

  it('is refused in words when it is too large', async () => {
    const user = await api.user();
    const { id } = await finish(user);
    const { exportVideo } = api.deps.captionMedia;
    const { writeFrames } = api.deps.zipMedia;
    const spies = [
      vi
        .spyOn(api.deps.captionMedia, 'exportVideo')
        .mockImplementation((request, options) => exportVideo({ ...request, maxPixels: 1_000 }, options)),
      vi
        .spyOn(api.deps.zipMedia, 'writeFrames')
        .mockImplementation((request, options) => writeFrames({ ...request, maxFrames: 19 }, options)),
    ];
    for (const [format, message] of [
      ['webp', 'This video is too long or too large to be written again'],
      ['frames', 'This video has too many pictures, or too large ones'],
    ] as const) {
      const reply = await user.get(pathFor(id, format));
      expect([reply.status, reply.body]).toEqual([413, refusal('size_limit', message)]);
    }
    for (const spy of spies) spy.mockRestore();
  });

  it('is refused in words when its file is lost or broken', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const [lost, broken] = [await finish(user), await finish(user)];
    await api.deps.store.delete(lost.key);
    const half = Readable.from([files.heard.subarray(0, 900)]);
    await api.deps.store.put(broken.key, half, { contentType: 'video/mp4', maxBytes: 1_000 });
    for (const format of formats)
      for (const [id, status, code, message] of [
        [lost.id, 404, 'file_not_found', 'The file was not found'],
        [broken.id, 422, 'media_unreadable', 'The file could not be read'],
      ] as const) {
        // None of these keeps the user from the next download.
        const reply = await user.get(pathFor(id, format));
        expect([reply.status, reply.body]).toEqual([status, refusal(code, message)]);
      }
  });
});

describe('exports that are being written', () => {
  it.each(['gif', 'frames'])('as %s are one per user, and end when the client goes', async (format) => {
    const user = await api.user();
    const { id } = await finish(user);
    const { exportVideo } = api.deps.captionMedia;
    const { writeFrames } = api.deps.zipMedia;
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const untilAborted = async <Result>(
      { signal }: { signal?: AbortSignal },
      call: () => Promise<Result>,
    ) => {
      begun.resolve();
      await once(signal as AbortSignal, 'abort');
      const called = call();
      called.catch(ended.resolve);
      return called;
    };
    const spies = [
      vi
        .spyOn(api.deps.captionMedia, 'exportVideo')
        .mockImplementation((request, options) => untilAborted(options, () => exportVideo(request, options))),
      vi
        .spyOn(api.deps.zipMedia, 'writeFrames')
        .mockImplementation((request, options) => untilAborted(options, () => writeFrames(request, options))),
    ];
    const running = begin(user, pathFor(id, format));
    await begun.promise;
    const refused = await user.get(pathFor(id, format));
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ code: 'download_running' }),
    ]);
    running.destroy();
    expect(await ended.promise).toMatchObject({ code: 'request_aborted' });
    for (const spy of spies) spy.mockRestore();
    await expectNoTemporaryFiles(api.deps);
    expect((await user.get(pathFor(id, format))).status).toBe(200);
  });

  it('leave nothing behind when the client goes between two pieces', { tags: 'faults' }, async () => {
    const user = await api.user();
    const { id } = await finish(user);
    const { writeFrames } = api.deps.zipMedia;
    const later = Promise.withResolvers<void>();
    const spy = vi.spyOn(api.deps.zipMedia, 'writeFrames').mockImplementation(async (request, options) => {
      if (!request.after) return writeFrames({ ...request, piecePixels: 1 }, options);
      later.resolve();
      await once(options.signal as AbortSignal, 'abort');
      return writeFrames(request, options);
    });
    const running = begin(user, pathFor(id, 'frames'));
    const [response] = (await once(running, 'response')) as [IncomingMessage];
    response.on('error', () => undefined).resume();
    await later.promise;
    response.destroy();
    await expectNoTemporaryFiles(api.deps);
    spy.mockRestore();
    await vi.waitFor(async () => expect((await user.get(pathFor(id, 'frames'))).status).toBe(200), 20_000);
  });
});
