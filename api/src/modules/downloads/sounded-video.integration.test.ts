import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeTestFile } from '@atelier/media/testing';
import { newKey } from '@atelier/storage';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { expectNoTemporaryFiles } from '../../testing/expect-no-temporary-files.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitAudio } from '../../testing/submissions.ts';

const api = await startTestApi();
// A client has the last byte before the server has ended its reply, which `close` would then wait for.
afterEach(() => expectNoTemporaryFiles(api.deps));
afterAll(() => api.close());
const toPath = (name: string) => join(api.store.dataDir, name);
const files = { mp4: Buffer.alloc(0), wav: Buffer.alloc(0), gif: Buffer.alloc(0) };
beforeAll(async () => {
  for (const kind of ['mp4', 'wav', 'gif'] as const) {
    makeTestFile(kind, toPath(kind));
    files[kind] = await readFile(toPath(kind));
  }
});

const pathFor = (id: string, sound?: string) =>
  `/api/generations/${id}/download${sound === undefined ? '' : `?sound=${sound}`}`;

/** A finished sound for the video at this address. */
async function finishSound(user: TestUser, videoUrl: string, { content = files.wav, prompt = '' } = {}) {
  const id = await submitAudio(user, { video_url: videoUrl, prompt });
  const key = newKey(user.userId, 'audio/wav');
  await api.deps.store.put(key, Readable.from([content]), { contentType: 'audio/wav', maxBytes: 10_000_000 });
  const output = { content_type: 'audio/wav', storage_key: key, bytes: content.length };
  await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 50, error: null, output });
  return { id, key };
}

async function finishBoth(user: TestUser, sound: { prompt?: string } = {}) {
  const video = await finishVideo(api.deps, user, { content: files.mp4, prompt: 'A paper boat' });
  return { video, sound: await finishSound(user, `/media/${video.key}`, sound) };
}

async function readFacts(bytes: Buffer) {
  await writeFile(toPath('downloaded'), bytes);
  return api.deps.media.probe(toPath('downloaded'));
}

describe('a video with its sound', () => {
  it('is one file, by the id of the sound', async () => {
    const user = await api.user();
    const { sound } = await finishBoth(user, { prompt: 'Rain on 纸船' });
    const reply = await user.get(pathFor(sound.id));
    expect(reply.status).toBe(200);
    expect(await readFacts(reply.bytes)).toMatchObject({
      contentType: 'video/mp4',
      codec: 'h264',
      hasAudio: true,
    });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(reply.bytes.length),
      'cache-control': 'no-store',
      'content-disposition': expect.stringContaining(encodeURIComponent('Rain on 纸船.mp4')),
    });
    const head = await user.request(pathFor(sound.id), { method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers.get('cache-control')]).toEqual([200, 0, 'no-store']);
    const { status } = await user.request(pathFor(sound.key.slice(-36)), { method: 'HEAD' });
    expect(status).toBe((await user.get(pathFor(sound.key.slice(-36)))).status);
    await expectNoTemporaryFiles(api.deps);
  });

  it('is one file, by the ids of the video and of any sound', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const { video } = await finishBoth(user);
    const { sound } = await finishBoth(user);
    const reply = await user.get(pathFor(video.id, sound.id));
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="A paper boat.mp4"');
    expect(await readFacts(reply.bytes)).toMatchObject({ contentType: 'video/mp4', hasAudio: true });
  });

  it('needs both to be finished generations of the right kind', async () => {
    const user = await api.user();
    const { video, sound } = await finishBoth(user);
    const image = await finishImage(api.deps, user);
    const running = await submitAudio(user, { video_url: `/media/${video.key}` });
    for (const [address, status, code] of [
      [pathFor(video.id), 400, 'no_sound'],
      [pathFor(image.id), 400, 'no_sound'],
      [pathFor(running), 409, 'not_finished'],
      [pathFor(sound.id, sound.id), 400, 'no_video'],
      [pathFor(video.id, image.id), 400, 'no_sound'],
      [pathFor(video.id, running), 409, 'not_finished'],
      [pathFor(video.id, 'x'), 400, 'invalid_query'],
    ] as const)
      expect([address, (await user.get(address)).status, (await user.get(address)).body]).toEqual([
        address,
        status,
        expect.objectContaining({ code }),
      ]);
  });

  it('is for the owner of both', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const [mine, theirs] = [await finishBoth(owner), await finishBoth(other)];
    expect((await other.get(pathFor(mine.sound.id))).status).toBe(404);
    expect((await owner.get(pathFor(mine.video.id, theirs.sound.id))).status).toBe(404);
    expect((await api.browser().get(pathFor(mine.sound.id))).status).toBe(401);
  });

  it('is refused in words when a file is gone, deleted, broken or a GIF', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const [deleted, lost, broken] = [await finishBoth(user), await finishBoth(user), await finishBoth(user)];
    const body = { id: deleted.video.id, deleteFiles: true };
    await user.request('/api/video-generation/delete', { method: 'DELETE', body });
    await api.deps.store.delete(lost.sound.key);
    const animation = await finishVideo(api.deps, user, { content: files.gif, contentType: 'image/gif' });
    const gif = await finishSound(user, `/media/${animation.key}`);
    const silent = await finishSound(user, `/media/${broken.video.key}`, { content: Buffer.from('noise') });
    for (const [id, status, code, message] of [
      [deleted.sound.id, 404, 'file_not_found', 'The video of this sound was not found'],
      [lost.sound.id, 404, 'file_not_found', 'The file was not found'],
      [gif.id, 415, 'unsupported_file', 'A GIF cannot have sound'],
      [silent.id, 422, 'media_unreadable', 'The file could not be read'],
    ] as const) {
      const reply = await user.get(pathFor(id));
      expect([reply.status, reply.body]).toEqual([status, refusal(code, message)]);
    }
    await expectNoTemporaryFiles(api.deps);
    // None of these keeps the user from the next download.
    expect((await user.get(pathFor(broken.sound.id))).status).toBe(200);
  });
});

describe('downloads that are being made', () => {
  it('are one per user, and end with the connection', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const [mine, theirs] = [await finishBoth(user), await finishBoth(other)];
    const making = Promise.withResolvers<void>();
    const mux = api.deps.zipMedia.muxSound;
    const spy = vi.spyOn(api.deps.zipMedia, 'muxSound').mockImplementation(async (request, options) => {
      await making.promise;
      return mux(request, options);
    });
    const running = get(new URL(pathFor(mine.sound.id), api.url), {
      headers: { cookie: user.cookieHeader() },
    });
    running.on('error', () => undefined);
    await vi.waitFor(() => expect(spy).toHaveBeenCalled(), 20_000);
    const refused = await user.get(pathFor(mine.sound.id));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(refused.body).toMatchObject({ code: 'download_running' });
    running.destroy();
    making.resolve();
    expect((await other.get(pathFor(theirs.sound.id))).status).toBe(200);
    await expectNoTemporaryFiles(api.deps);
    expect((await user.get(pathFor(mine.sound.id))).status).toBe(200);
    spy.mockRestore();
  });

  it('leave nothing behind when the client goes in the middle', { tags: 'faults' }, async () => {
    const user = await api.user();
    const { sound } = await finishBoth(user);
    const big = Buffer.alloc(40_000_000);
    const spy = vi.spyOn(api.deps.zipMedia, 'muxSound').mockImplementation(async ({ outputPath }) => {
      await writeFile(outputPath, big);
      return { contentType: 'video/mp4' };
    });
    const running = get(new URL(pathFor(sound.id), api.url), { headers: { cookie: user.cookieHeader() } });
    const [response] = (await once(running, 'response')) as [IncomingMessage];
    response.on('error', () => undefined).destroy();
    await expectNoTemporaryFiles(api.deps);
    spy.mockRestore();
    await vi.waitFor(async () => expect((await user.get(pathFor(sound.id))).status).toBe(200), 20_000);
  });
});
