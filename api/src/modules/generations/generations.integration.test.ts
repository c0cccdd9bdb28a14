import { randomUUID } from 'node:crypto';
import type { PublicGeneration } from '@atelier/contract';
import { requestCancellation } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { answerByProvider, finishVideo, sendToProvider } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';
import type { Reply } from '../../testing/test-browser.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const readGeneration = (reply: Reply) => (reply.body as { generation: PublicGeneration }).generation;
const readList = (reply: Reply) => (reply.body as { data: PublicGeneration[] }).data;
const listIds = (reply: Reply) => readList(reply).map(({ id }) => id);
const notFound = refusal('not_found', 'Not found');
const readCredits = async (user: TestUser) => (await user.get('/api/user/info')).body;
const credits = (left: number, held: number) => ({
  credits: { left_credits: left, held_credits: held, revision: expect.any(Number) },
});
const cancel = (user: TestUser, id: string) => user.post(`/api/generations/${id}/cancel`);

describe('the signed-in user', () => {
  it('can read their profile and balance', async () => {
    const user = await api.user({ credits: 1_000, email: 'Anna@Example.test' });
    await submitVideo(user);
    const reply = await user.get('/api/user/info');
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        user: {
          id: user.userId,
          email: 'Anna@Example.test',
          name: 'Test User',
          is_admin: false,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          sign_in: { way: expect.any(String), issuer: expect.any(String) },
          lock: null,
        },
        ...credits(700, 300),
        has_ever_paid: true,
        notices: [],
        trash_days: 30,
      },
    ]);
  });

  it('starts with no credits and has never paid', async () => {
    const user = await api.user({ credits: 0 });
    expect(await readCredits(user)).toMatchObject({ ...credits(0, 0), has_ever_paid: false });
  });

  it.each([
    ['GET', '/api/user/info'],
    ['GET', '/api/generations'],
    ['GET', `/api/generations/${randomUUID()}`],
    ['GET', '/api/generations/none'],
    ['POST', `/api/generations/${randomUUID()}/cancel`],
    ['PATCH', `/api/generations/${randomUUID()}`],
    ['GET', '/api/video-generation/history?page=abc'],
    ['DELETE', '/api/video-generation/delete'],
  ])('is required for %s %s', async (method, path) => {
    const reply = await api.browser().request(path, { method });
    expect([reply.status, reply.body]).toEqual([401, refusal('please_login', 'Unauthorized')]);
  });
});

describe('lists', () => {
  it('show the newest 20, or the running ones', async () => {
    const user = await api.user();
    const done = await finishVideo(api.deps, user);
    const running: string[] = [];
    for (let count = 0; count < 20; count += 1) running.unshift(await submitVideo(user));
    expect(listIds(await user.get('/api/generations'))).toEqual(running);
    expect(listIds(await user.get('/api/generations?active=true'))).toEqual(running);
    expect(listIds(await user.get('/api/generations?active=true'))).not.toContain(done.id);
    expect(listIds(await user.get('/api/generations?medium=image'))).toEqual([]);
  });

  it('filter running generations by medium', async () => {
    const user = await api.user();
    const id = await submitVideo(user);
    expect(listIds(await user.get('/api/generations?active=true&medium=video'))).toEqual([id]);
    expect(listIds(await user.get('/api/generations?active=true&medium=image'))).toEqual([]);
  });

  it('find what a submission made, for its owner alone', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const key = randomUUID();
    const id = await submitVideo(owner, { request_id: key });
    await submitVideo(owner);
    expect(listIds(await owner.get(`/api/generations?submission=${key.toUpperCase()}`))).toEqual([id]);
    expect(listIds(await owner.get(`/api/generations?submission=${randomUUID()}`))).toEqual([]);
    expect(listIds(await other.get(`/api/generations?submission=${key}`))).toEqual([]);
  });

  it('show those with the given ids that exist and are the user’s own', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const [{ id: own }, { id: foreign }] = [
      await finishVideo(api.deps, user),
      await finishVideo(api.deps, other),
    ];
    await finishVideo(api.deps, user);
    const ids = [own, foreign, randomUUID()].join(',');
    expect(listIds(await user.get(`/api/generations?ids=${ids}`))).toEqual([own]);
    expect(listIds(await user.get(`/api/generations?medium=image&ids=${ids}`))).toEqual([]);
    const running = await submitVideo(user);
    const current = listIds(await user.get(`/api/generations?active=true&ids=${ids}`));
    expect(current.toSorted()).toEqual([own, running].toSorted());
  });

  it('show no other user’s generations', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    await submitVideo(owner, { is_public: true });
    expect(listIds(await other.get('/api/generations'))).toEqual([]);
    expect(listIds(await other.get('/api/generations?active=true'))).toEqual([]);
  });

  it.each(['active=yes', 'submission=1', 'ids=all', 'medium=smell', 'medium=video&medium=image'])(
    'refuse %s',
    async (query) => {
      const reply = await (await api.user()).get(`/api/generations?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ code: 'invalid_query', issues: [{ path: expect.any(String) }] });
    },
  );
});

describe('one generation', () => {
  it('is shown to its owner with files and credits but without the provider’s secrets', async () => {
    const owner = await api.user();
    const video = await finishVideo(api.deps, owner);
    const reply = await owner.get(`/api/generations/${video.id}`);
    expect(readGeneration(reply)).toMatchObject({
      id: video.id,
      request_id: video.id,
      status: 'completed',
      can_cancel: false,
      credits: { cost: 300, held: 0, settled: 300, released: 0 },
      outputs: [
        {
          url: `/media/${video.key}`,
          poster_url: `/media/${video.posterKey}`,
          width: 832,
          height: 480,
          duration_seconds: 5,
        },
      ],
    });
    expect(reply.bytes.toString()).not.toMatch(/token|provider_result|user_id|error_detail/);
  });

  it('gets other users the same 404 as an unknown id', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const video = await finishVideo(api.deps, owner, { is_public: true });
    const requests = {
      read: (id: string) => other.get(`/api/generations/${id}`),
      cancel: (id: string) => cancel(other, id),
      publish: (id: string) =>
        other.request(`/api/generations/${id}`, { method: 'PATCH', body: { is_public: false } }),
    };
    for (const [name, request] of Object.entries(requests)) {
      for (const id of [video.id, randomUUID()]) {
        const reply = await request(id);
        expect([name, reply.status, reply.body]).toEqual([name, 404, notFound]);
      }
    }
    expect(readGeneration(await owner.get(`/api/generations/${video.id}`)).is_public).toBe(true);
  });

  it.each(['none', '1', `${randomUUID()}x`, '%00', "'%20or%201=1"])(
    'is never looked up by the malformed id %s',
    async (id) => {
      const user = await api.user();
      const replies = [
        await user.get(`/api/generations/${id}`),
        await cancel(user, id),
        await user.request(`/api/generations/${id}`, { method: 'PATCH', body: { is_public: true } }),
        await user.request('/api/video-generation/delete', { method: 'DELETE', body: { id } }),
      ];
      for (const reply of replies) {
        expect(reply.status).toBe(400);
        expect(reply.body).toMatchObject(refusal('invalid_id', 'This is not a valid id'));
      }
    },
  );

  it('can be deleted by a query alone, by a body, or by both when they agree', async () => {
    const user = await api.user();
    const path = '/api/video-generation/delete';
    const remove = (query: string, body?: unknown) =>
      user.request(`${path}${query}`, { method: 'DELETE', ...(body === undefined ? {} : { body }) });
    const ids = await Promise.all([1, 2, 3].map(() => submitVideo(user)));
    const replies = [
      await remove(`?id=${ids[0]}&deleteFiles=false`),
      await remove(`?id=${ids[1]}`, { id: ids[1] }),
      await remove(`?id=${ids[2]}`, {}),
    ];
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      ids.map((id) => [200, { success: true, id }]),
    );
    expect((await remove('')).body).toMatchObject({ code: 'invalid_id' });
    expect((await remove('?id=7')).body).toMatchObject({ code: 'invalid_id' });
    expect((await remove(`?id=${ids[0]}&deleteFiles=maybe`)).body).toMatchObject({
      issues: [{ path: 'deleteFiles' }],
    });
  });

  it('is not deleted when query and body name different ones', async () => {
    const user = await api.user();
    const [one, other] = [await submitVideo(user), await submitVideo(user)];
    for (const [query, body] of [
      [`id=${one}`, { id: other }],
      [`id=${one}&deleteFiles=true`, { id: one, deleteFiles: false }],
    ] as const) {
      const reply = await user.request(`/api/video-generation/delete?${query}`, { method: 'DELETE', body });
      expect([reply.status, reply.body]).toMatchObject([400, { code: 'validation_failed' }]);
    }
    expect((await user.get(`/api/generations/${one}`)).status).toBe(200);
    expect((await user.get(`/api/generations/${other}`)).status).toBe(200);
  });

  it('of every medium is deleted by a query', async () => {
    const user = await api.user();
    for (const path of ['audio-generation', 'image-understanding']) {
      const reply = await user.request(`/api/${path}/delete?id=${randomUUID()}`, { method: 'DELETE' });
      expect([reply.status, reply.body]).toMatchObject([404, { message: 'Failed to delete record' }]);
    }
  });

  it('is deleted by a query also with the content type of a body that is not there', async () => {
    const user = await api.user();
    const id = await submitVideo(user);
    const reply = await user.request(`/api/video-generation/delete?id=${id}`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
    });
    expect(reply.status).toBe(200);
  });

  it('can be made public and private by its owner', async () => {
    const owner = await api.user();
    const id = await submitVideo(owner);
    const change = (body: unknown) => owner.request(`/api/generations/${id}`, { method: 'PATCH', body });
    const before = readGeneration(await owner.get(`/api/generations/${id}`));
    const after = readGeneration(await change({ is_public: true }));
    expect([after.is_public, after.revision]).toEqual([true, before.revision + 1]);
    expect(readGeneration(await change({ is_public: false, status: 'completed', cost: 1 }))).toMatchObject({
      is_public: false,
      status: 'pending',
      credits: { cost: 300 },
    });
    for (const body of [{}, { is_public: 'true' }, { is_public: 1 }]) {
      expect((await change(body)).body).toMatchObject({
        code: 'validation_failed',
        issues: [{ path: 'is_public' }],
      });
    }
  });
});

describe('cancellation', () => {
  it('ends an unsubmitted generation immediately and releases its credits', async () => {
    const owner = await api.user({ credits: 1_000 });
    const id = await submitVideo(owner);
    const reply = await cancel(owner, id);
    expect(reply.status).toBe(200);
    expect(readGeneration(reply)).toMatchObject({
      status: 'cancelled',
      can_cancel: false,
      credits: { cost: 300, held: 0, settled: 0, released: 300 },
    });
    expect(await readCredits(owner)).toMatchObject(credits(1_000, 0));
    const messages = async () =>
      (await api.store.owner.pool.query('select key from outbox where key = $1', [`changed:${id}`])).rows;
    await expect.poll(messages).toEqual([]);
  });

  it('asks the provider about a submitted one, with its credits held until then', async () => {
    const owner = await api.user({ credits: 1_000 });
    const id = await submitVideo(owner);
    await sendToProvider(api.deps, id);
    const reply = await cancel(owner, id);
    expect(reply.status).toBe(200);
    expect(readGeneration(reply)).toMatchObject({
      status: 'processing',
      can_cancel: false,
      progress: { stage: 'cancelling' },
    });
    expect(await readCredits(owner)).toMatchObject(credits(700, 300));
    const jobs = await api.deps.queue.queue('watch-generation').getJobs(['waiting', 'prioritized']);
    expect(jobs.filter((job) => job.data.generationId === id)).toHaveLength(1);
  });

  it('is idempotent', async () => {
    const owner = await api.user();
    const id = await submitVideo(owner);
    await sendToProvider(api.deps, id);
    await cancel(owner, id);
    const again = await cancel(owner, id);
    expect([again.status, readGeneration(again).progress.stage]).toEqual([200, 'cancelling']);
  });

  it.each([
    [
      'a generation whose files are being saved',
      async (_owner: TestUser, id: string) => answerByProvider(api.deps, id),
    ],
    ['a cancelled generation', async (owner: TestUser, id: string) => void (await cancel(owner, id))],
  ])('comes too late for %s', async (_name, end) => {
    const owner = await api.user();
    const id = await submitVideo(owner);
    await end(owner, id);
    const reply = await cancel(owner, id);
    expect([reply.status, reply.body]).toEqual([
      409,
      refusal('already_finished', 'This generation has already finished'),
    ]);
  });

  it('completes an earlier cancellation whose process died half-way', async () => {
    const owner = await api.user({ credits: 1_000 });
    const id = await submitVideo(owner);
    // The first of the two steps.
    await requestCancellation(api.deps.db.pool, id, owner.userId);
    expect(readGeneration(await cancel(owner, id)).status).toBe('cancelled');
    expect(await readCredits(owner)).toMatchObject(credits(1_000, 0));
  });

  it('ends the generation once for twenty concurrent requests', async () => {
    const owner = await api.user({ credits: 1_000 });
    const id = await submitVideo(owner);
    const replies = await Promise.all(Array.from({ length: 20 }, () => cancel(owner, id)));
    for (const reply of replies) expect([200, 409]).toContain(reply.status);
    expect(readGeneration(await owner.get(`/api/generations/${id}`)).status).toBe('cancelled');
    expect(await readCredits(owner)).toMatchObject(credits(1_000, 0));
  });
});
