import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadImageReply } from '@atelier/contract';
import { claimExpiredUploads } from '@atelier/db';
import { makeTestFile } from '@atelier/media/testing';
import { getWorkFolder } from '@atelier/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';

const api = await startTestApi();
const limited = await startTestApi({ store: api.store, settings: { LIMIT_UPLOAD_PER_MINUTE: '2' } });
let content: Buffer;
beforeAll(async () => {
  const path = join(api.store.dataDir, 'counted.mp4');
  makeTestFile('countedMp4', path);
  content = await readFile(path);
});
afterAll(async () => {
  await limited.close();
  await api.close();
});

const cut = (user: TestUser, id: string, body: object) => user.post(`/api/generations/${id}/frames`, body);

async function makeFrame(user: TestUser, id: string, body: object): Promise<string> {
  const reply = await cut(user, id, body);
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      success: true,
      imageUrl: expect.stringMatching(/^http:\/\/atelier\.test\/media\/u\//),
      width: 320,
      height: 180,
    },
  ]);
  return new URL((reply.body as UploadImageReply).imageUrl).pathname;
}

async function temporaryFiles(): Promise<string[]> {
  return readdir(getWorkFolder(api.deps.env));
}

describe('a frame of a finished video', () => {
  it('is an upload of its owner that a form takes', async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { content });
    const address = await makeFrame(user, id, { at: 'last' });
    const file = await user.get(address);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png']);
    const [path, outputPath] = [join(api.store.dataDir, 'counted.mp4'), join(api.store.dataDir, 'last.png')];
    const last = await api.deps.media.findFrame(path, 'last');
    if (!last.found) throw new Error('There is no last frame');
    await api.deps.media.writeFrame({ path, outputPath, timestamp: last.timestamp });
    expect(file.bytes).toEqual(await readFile(outputPath));
    const submitted = await user.post('/api/wan/createVideo', {
      video_generation_type: 'image-to-video',
      image_url: `http://atelier.test${address}`,
      prompt: 'And then the boat sails on',
    });
    expect(submitted.status).toBe(200);
    expect(await (await api.user()).get(address)).toMatchObject({ status: 404 });
  });

  it('is the same upload each time, also for requests that come together', async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { content });
    const bodies = [{ at: 'last' }, { at: 2.25 }, { at: 'last', output: 0 }, { at: 2.3 }];
    const addresses = await Promise.all(bodies.map((body) => makeFrame(user, id, body)));
    addresses.push(await makeFrame(user, id, { at: 'last' }));
    expect(new Set(addresses).size).toBe(1);
    expect(await makeFrame(user, id, { at: 'first' })).not.toBe(addresses[0]);
    const { rows } = await api.store.owner.pool.query(
      `select state, content_type from upload where user_id = $1`,
      [user.userId],
    );
    expect(rows).toEqual(Array(2).fill({ state: 'stored', content_type: 'image/png' }));
  });

  it('is cut again by another process when the one that began it was killed', async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { content });
    const address = await makeFrame(user, id, { at: 1 });
    const key = address.slice('/media/'.length);
    await api.deps.store.delete(key);
    const began = (ago: string) =>
      api.store.owner.pool.query(
        `update upload set state = 'checking', touched_at = now() - $2::interval where storage_key = $1`,
        [key, ago],
      );
    await began('10 seconds');
    expect(await cut(user, id, { at: 1 })).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    await began('2 minutes');
    expect(await makeFrame(user, id, { at: 1 })).toBe(address);
    expect((await user.get(address)).status).toBe(200);
  });

  it('expires like every upload that is not used, and can be cut again afterwards', async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { content });
    const address = await makeFrame(user, id, { at: 'first' });
    await api.store.owner.pool.query(
      `update upload set touched_at = now() - interval '25 hours' where user_id = $1`,
      [user.userId],
    );
    const expired = await claimExpiredUploads(api.deps.db.pool);
    expect(expired.map(({ key }) => `/media/${key}`)).toContain(address);
    expect(await cut(user, id, { at: 'first' })).toMatchObject({
      status: 409,
      body: { code: 'in_progress' },
    });
    await api.store.owner.pool.query('delete from upload where id = any($1)', [expired.map((row) => row.id)]);
    expect(await makeFrame(user, id, { at: 'first' })).toBe(address);
  });

  it('leaves no temporary file', async () => {
    const user = await api.user();
    const [good, broken] = [
      await finishVideo(api.deps, user, { content }),
      await finishVideo(api.deps, user),
    ];
    await makeFrame(user, good.id, { at: 'first' });
    expect((await cut(user, good.id, { at: 99 })).status).toBe(400);
    expect((await cut(user, broken.id, { at: 'first' })).status).toBe(422);
    expect(await temporaryFiles()).toEqual([]);
  });
});

describe('a frame is refused', () => {
  it('while the video is not finished, and when it failed', async () => {
    const user = await api.user();
    const id = await submitVideo(user);
    const running = await cut(user, id, { at: 'last' });
    expect([running.status, running.body]).toEqual([
      409,
      refusal('not_finished', 'This generation has not finished yet'),
    ]);
    const error = { code: 'provider_failed', detail: null } as const;
    await endGeneration(api.deps, id, { status: 'failed', chargeCredits: 0, error });
    const failed = await cut(user, id, { at: 'last' });
    expect([failed.status, failed.body]).toEqual([400, refusal('no_video', 'This generation has no video')]);
  });

  it('of what is no video, or of an output that does not exist', async () => {
    const user = await api.user();
    const image = await finishImage(api.deps, user);
    const video = await finishVideo(api.deps, user, { content });
    for (const [id, output] of [
      [image.id, 0],
      [video.id, 1],
    ] as const)
      expect(await cut(user, id, { at: 'first', output })).toMatchObject({
        status: 400,
        body: { code: 'no_video' },
      });
  });

  it('past the end, with the length of the video', async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { content });
    expect(await cut(user, id, { at: 2.5 })).toMatchObject({
      status: 400,
      body: { code: 'past_the_end', duration_seconds: expect.closeTo(2.3, 2) },
    });
  });

  it('when the file is missing or is not what it was', async () => {
    const user = await api.user();
    const [lost, broken] = [
      await finishVideo(api.deps, user, { content }),
      await finishVideo(api.deps, user),
    ];
    await api.deps.store.delete(lost.key);
    expect(await cut(user, lost.id, { at: 'last' })).toMatchObject({
      status: 404,
      body: { code: 'file_not_found' },
    });
    expect(await cut(user, broken.id, { at: 'last' })).toMatchObject({
      status: 422,
      body: { code: 'media_unreadable' },
    });
    const { rows } = await api.store.owner.pool.query('select 1 from upload where user_id = $1', [
      user.userId,
    ]);
    expect(rows).toEqual([]);
  });

  it('to others, also of a public video', async () => {
    const { id } = await finishVideo(api.deps, await api.user(), { content, is_public: true });
    expect(await cut(await api.user(), id, { at: 'last' })).toMatchObject({ status: 404 });
    expect(await api.browser().post(`/api/generations/${id}/frames`, { at: 'last' })).toMatchObject({
      status: 401,
    });
  });

  it.each([
    {},
    { at: 'middle' },
    { at: -1 },
    { at: null },
    { at: 'last', output: -1 },
    { at: 'last', output: 0.5 },
  ])('for %j', async (body) => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { content });
    expect(await cut(user, id, body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('beyond the limit that uploads have', { tags: 'load' }, async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { content });
    const guest = limited.browser();
    for (const [name, value] of user.cookies) guest.cookies.set(name, value);
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await guest.post(`/api/generations/${id}/frames`, { at: 'first' })).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
