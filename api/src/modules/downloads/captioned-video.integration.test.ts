import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { findLedgerProblems } from '@atelier/db';
import { makeTestFile, writeTestFile } from '@atelier/media/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { expectNoTemporaryFiles } from '../../testing/expect-no-temporary-files.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createAnalysisPath, submitVideo } from '../../testing/submissions.ts';

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
  const graph = 'color=c=0x808080:size=320x180:rate=10:duration=2,format=yuv420p';
  writeTestFile({ container: 'mp4', encoder: 'libx264', graph }, toPath('mp4'));
  for (const kind of ['wav', 'gif'] as const) makeTestFile(kind, toPath(kind));
  const heard = { videoPath: toPath('mp4'), soundPath: toPath('wav'), outputPath: toPath('heard') };
  await api.deps.media.muxSound(heard);
  files.heard = await readFile(toPath('heard'));
  files.gif = await readFile(toPath('gif'));
});

const pathFor = (id: string, query = '') => `/api/generations/${id}/captioned${query}`;

type Word = { text: string; start?: number; end?: number; type: string };
const makeWord = (text: string, start = 0.5, end = 1.5): Word => ({ text, start, end, type: 'word' });

/** A finished transcription of the file at this address. */
async function transcribe(user: TestUser, key: string, words: Word[]): Promise<string> {
  const body = { text_generation_type: 'transcription', audio_url: `/media/${key}`, max_seconds: 60 };
  const { id } = (await user.post(createAnalysisPath, body)).body as { id: string };
  const transcript = { language_code: 'eng', language_probability: 1, words };
  const output = { text: words.map(({ text }) => text).join(' '), transcript };
  await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 5, error: null, output });
  return id;
}

async function finishSpoken(user: TestUser, words: Word[] = [makeWord('Hello there.')]) {
  const video = await finishVideo(api.deps, user, { content: files.heard, prompt: 'A paper boat 纸船' });
  return { ...video, transcript: await transcribe(user, video.key, words) };
}

/** How far apart the pixels in the lower half of a frame of the download are. */
async function readContrast(bytes: Buffer, at: number): Promise<number> {
  const [path, outputPath] = [toPath('downloaded'), toPath('frame.png')];
  await writeFile(path, bytes);
  const frame = await api.deps.media.findFrame(path, at);
  if (!frame.found) throw new Error('There is no such frame');
  await api.deps.media.writeFrame({ path, outputPath, timestamp: frame.timestamp });
  const lower = await sharp(outputPath)
    .extract({ left: 0, top: 90, width: 320, height: 90 })
    .png()
    .toBuffer();
  const { channels } = await sharp(lower).stats();
  return Math.max(...channels.map(({ min, max }) => max - min));
}

const readCredits = async (user: TestUser) => (await user.get('/api/user/info')).body;

describe('a video with its captions', () => {
  it.each(['Hello there.', '渡船已经离开了港口。'])(
    'has "%s" in its pictures, keeps its sound and is free',
    async (text) => {
      const user = await api.user();
      const { id } = await finishSpoken(user, [makeWord(text)]);
      const before = await readCredits(user);
      const reply = await user.get(pathFor(id));
      expect(reply.status).toBe(200);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': String(reply.bytes.length),
        'cache-control': 'no-store',
        'content-disposition': expect.stringContaining(encodeURIComponent('A paper boat 纸船.mp4')),
      });
      expect(await readContrast(reply.bytes, 1)).toBeGreaterThan(150);
      expect(await readContrast(reply.bytes, 0.2)).toBeLessThan(20);
      expect(await api.deps.media.probe(toPath('downloaded'))).toMatchObject({
        codec: 'h264',
        hasAudio: true,
        width: 320,
        height: 180,
        durationSeconds: expect.closeTo(2, 1),
        fps: 10,
      });
      expect(await readCredits(user)).toEqual(before);
      const head = await user.request(pathFor(id), { method: 'HEAD' });
      expect([head.status, head.bytes.length, head.headers.get('cache-control')]).toEqual([
        200,
        0,
        'no-store',
      ]);
    },
  );

  it('has the newest captions, as the viewer has, and the earlier ones once these are deleted', async () => {
    const user = await api.user();
    const { id, key } = await finishSpoken(user, [makeWord('Late.', 1.5, 1.9)]);
    const newest = await transcribe(user, key, [makeWord('Early.', 0.1, 0.4)]);
    const early = await user.get(pathFor(id));
    expect(await readContrast(early.bytes, 0.2)).toBeGreaterThan(150);
    await user.request('/api/image-understanding/delete', { method: 'DELETE', body: { id: newest } });
    const late = await user.get(pathFor(id));
    expect(await readContrast(late.bytes, 0.2)).toBeLessThan(20);
    expect(await readContrast(late.bytes, 1.7)).toBeGreaterThan(150);
  });

  it('takes words with odd times, without letters and of 10,000 letters', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const { id } = await finishSpoken(user, [
      makeWord('First', -5, 90),
      makeWord('overlaps', 0.1, 60),
      makeWord('', 0.2, 0.3),
      makeWord('🚢', 0.3, 0.4),
      makeWord('x'.repeat(10_000), 0.5, 0.6),
      { text: 'nowhere', type: 'word' },
      makeWord('After the end', 600, 500),
    ]);
    const reply = await user.get(pathFor(id));
    expect(reply.status).toBe(200);
    expect(await readContrast(reply.bytes, 1)).toBeGreaterThan(150);
  });

  it('is refused in words without captions, a video or an end', async () => {
    const user = await api.user();
    const bare = await finishVideo(api.deps, user, { content: files.heard });
    const gif = await finishVideo(api.deps, user, { content: files.gif, contentType: 'image/gif' });
    const silent = await finishSpoken(user, []);
    const spoken = await finishSpoken(user);
    const image = await finishImage(api.deps, user);
    const running = await submitVideo(user);
    for (const [address, status, code] of [
      [pathFor(bare.id), 409, 'no_captions'],
      [pathFor(silent.id), 409, 'no_captions'],
      [pathFor(gif.id), 400, 'no_video'],
      [pathFor(image.id), 400, 'no_video'],
      [pathFor(spoken.transcript), 400, 'no_video'],
      [pathFor(running), 409, 'not_finished'],
      [pathFor(spoken.id, '?output=1'), 400, 'no_video'],
      [pathFor(spoken.id, '?output=x'), 400, 'invalid_query'],
      [pathFor('1'), 400, 'invalid_id'],
    ] as const)
      expect([address, (await user.get(address)).status, (await user.get(address)).body]).toEqual([
        address,
        status,
        expect.objectContaining({ code }),
      ]);
    const { status } = await user.request(pathFor(bare.id), { method: 'HEAD' });
    expect(status).toBe(409);
  });

  it('is refused in words when its captions are deleted, or nothing of them can be drawn', async () => {
    const user = await api.user();
    const [deleted, signs] = [await finishSpoken(user), await finishSpoken(user, [makeWord('🚢 🚢')])];
    const body = { id: deleted.transcript };
    await user.request('/api/image-understanding/delete', { method: 'DELETE', body });
    for (const [id, status, code, message] of [
      [deleted.id, 409, 'no_captions', 'This video has no captions'],
      [signs.id, 409, 'no_captions', 'The script of these captions cannot be drawn'],
    ] as const) {
      const reply = await user.get(pathFor(id));
      expect([reply.status, reply.body]).toEqual([status, refusal(code, message)]);
    }
  });

  it('is refused in words when its file is lost, broken or too large', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const [lost, large] = [await finishSpoken(user), await finishSpoken(user)];
    await api.deps.store.delete(lost.key);
    const broken = await finishSpoken(user);
    const half = Readable.from([files.heard.subarray(0, 900)]);
    await api.deps.store.put(broken.key, half, { contentType: 'video/mp4', maxBytes: 1_000 });
    const burn = api.deps.captionMedia.burnCaptions;
    const spy = vi
      .spyOn(api.deps.captionMedia, 'burnCaptions')
      .mockImplementation((request, options) => burn({ ...request, maxPixels: 1_000 }, options));
    const refused = await user.get(pathFor(large.id));
    spy.mockRestore();
    expect([refused.status, refused.body]).toEqual([
      413,
      refusal('size_limit', 'This video is too long or too large to be written again'),
    ]);
    for (const [id, status, code, message] of [
      [lost.id, 404, 'file_not_found', 'The file was not found'],
      [broken.id, 422, 'media_unreadable', 'The file could not be read'],
    ] as const) {
      const reply = await user.get(pathFor(id));
      expect([reply.status, reply.body]).toEqual([status, refusal(code, message)]);
    }
    // None of these keeps the user from the next download.
    expect((await user.get(pathFor(large.id))).status).toBe(200);
  });

  it('is for its owner, and so are the captions', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const { id } = await finishSpoken(owner);
    expect((await other.get(pathFor(id))).status).toBe(404);
    expect((await api.browser().get(pathFor(id))).status).toBe(401);
    const bare = await finishVideo(api.deps, owner, { content: files.heard });
    await api.deps.db.pool.query(`update generation_source set source_id = $1 where source_id = $2`, [
      bare.id,
      (await finishSpoken(other)).id,
    ]);
    expect((await owner.get(pathFor(bare.id))).body).toMatchObject({ code: 'no_captions' });
  });
});

describe('videos that are being written', () => {
  it('are one per user, and the work ends when the client goes', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const [mine, theirs] = [await finishSpoken(user), await finishSpoken(other)];
    const burn = api.deps.captionMedia.burnCaptions;
    const signals: AbortSignal[] = [];
    const ended = Promise.withResolvers<unknown>();
    const spy = vi
      .spyOn(api.deps.captionMedia, 'burnCaptions')
      .mockImplementation(async (request, options) => {
        if (options.signal) signals.push(options.signal);
        if (signals.length > 1) return burn(request, options);
        await once(options.signal as AbortSignal, 'abort');
        const burned = burn(request, options);
        burned.catch(ended.resolve);
        return burned;
      });
    const running = get(new URL(pathFor(mine.id), api.url), { headers: { cookie: user.cookieHeader() } });
    running.on('error', () => undefined);
    await vi.waitFor(() => expect(spy).toHaveBeenCalled(), 20_000);
    const refused = await user.get(pathFor(mine.id));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(refused.body).toMatchObject({ code: 'download_running' });
    const waiting = other.get(pathFor(theirs.id));
    running.destroy();
    expect(await ended.promise).toMatchObject({ code: 'request_aborted' });
    expect((await waiting).status).toBe(200);
    await expectNoTemporaryFiles(api.deps);
    expect((await user.get(pathFor(mine.id))).status).toBe(200);
    spy.mockRestore();
  });

  it('leave nothing behind when the client goes while the file is sent', { tags: 'faults' }, async () => {
    const user = await api.user();
    const { id } = await finishSpoken(user);
    const spy = vi.spyOn(api.deps.captionMedia, 'burnCaptions').mockImplementation(async ({ outputPath }) => {
      await writeFile(outputPath, Buffer.alloc(40_000_000));
      return { ok: true, contentType: 'video/mp4' };
    });
    const running = get(new URL(pathFor(id), api.url), { headers: { cookie: user.cookieHeader() } });
    const [response] = (await once(running, 'response')) as [IncomingMessage];
    response.on('error', () => undefined).destroy();
    await expectNoTemporaryFiles(api.deps);
    spy.mockRestore();
    await vi.waitFor(async () => expect((await user.get(pathFor(id))).status).toBe(200), 20_000);
  });
});
