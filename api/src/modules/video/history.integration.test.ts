import { randomUUID } from 'node:crypto';
import type { VideoHistoryReply } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { answerByProvider, finishVideo, sendToProvider } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const path = '/api/video-generation/history';

async function readHistory(user: TestUser, query: Record<string, string> = {}): Promise<VideoHistoryReply> {
  const reply = await user.get(`${path}?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return reply.body as VideoHistoryReply;
}

const remove = (user: TestUser, body: unknown) =>
  user.request('/api/video-generation/delete', { method: 'DELETE', body });

describe('the history', () => {
  it('is paged by ten, newest first', async () => {
    const user = await api.user();
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.unshift(await submitVideo(user));
    const first = await readHistory(user);
    expect(first).toMatchObject({ total: 12, page: 1, totalPages: 2 });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    const second = await readHistory(user, { page: '2' });
    expect(second.data.map(({ id }) => id)).toEqual(ids.slice(10));
    const small = await readHistory(user, { page: '3', pageSize: '5' });
    expect(small).toMatchObject({ total: 12, page: 3, totalPages: 3 });
    expect(small.data.map(({ id }) => id)).toEqual(ids.slice(10));
  });

  it('is empty past its end, with the correct total', async () => {
    const user = await api.user();
    await submitVideo(user);
    expect(await readHistory(user, { page: '99' })).toEqual({ data: [], total: 1, page: 99, totalPages: 1 });
  });

  it('returns the row’s fields and the whole generation', async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { prompt: 'A paper boat' });
    const { data } = await readHistory(user);
    expect(data).toEqual([
      {
        id: video.id,
        prompt: 'A paper boat',
        negative_prompt: '',
        duration: 5,
        width: 832,
        height: 480,
        fps: 16,
        model: 'wan-t2v',
        status: 'completed',
        video_url: `/media/${video.key}`,
        image_url: null,
        error_message: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        generation: expect.objectContaining({ id: video.id, status: 'completed' }),
      },
    ]);
  });

  it('shows one user’s videos only', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    await submitVideo(owner, { is_public: true });
    expect(await readHistory(other)).toMatchObject({ data: [], total: 0, totalPages: 0 });
  });

  it.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=1.5',
    'page=',
    'page=1e99',
    'page=1&page=2',
    'pageSize=0',
    'pageSize=101',
    'pageSize=100000',
    `search=${'x'.repeat(201)}`,
    'search=a&search=b',
    'search=%00',
    'search=a%00b',
  ])('is refused for the query %s', async (query) => {
    const reply = await (await api.user()).get(`${path}?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      code: 'invalid_query',
      issues: expect.arrayContaining([expect.objectContaining({ path: expect.any(String) })]),
    });
  });
});

describe('the search', () => {
  it.each([
    ['%', ['100% wool']],
    ['_', ['snake_case']],
    ['\\', ['back\\slash']],
    ["'", ["it's"]],
    ['"', ['say "hi"']],
    ['wool', ['100% wool']],
    ['WOOL', ['100% wool']],
    ['  wool  ', ['100% wool']],
    ['100%', ['100% wool']],
    ['0_0', []],
    ["' OR 1=1--", []],
    ['%%%', []],
    ['街道', ['雨夜的街道']],
    ['🐱', ['a 🐱']],
  ])('finds %j literally', async (search, expected) => {
    const { data, total } = await readHistory(await searcher, { search });
    expect(data.map(({ prompt }) => prompt)).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  const searcher = (async () => {
    const user = await api.user();
    for (const prompt of [
      '100% wool',
      'snake_case',
      'back\\slash',
      "it's",
      'say "hi"',
      '雨夜的街道',
      'a 🐱',
      'plain',
    ])
      await submitVideo(user, { prompt });
    return user;
  })();
});

describe('deletion', () => {
  it('removes a generation from every list, without a refund', async () => {
    const owner = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, owner);
    const reply = await remove(owner, { id });
    expect([reply.status, reply.body]).toEqual([200, { success: true, id }]);
    expect(await readHistory(owner)).toMatchObject({ data: [], total: 0 });
    expect((await owner.get('/api/generations')).body).toEqual({ data: [] });
    expect((await owner.get(`/api/generations/${id}`)).status).toBe(404);
    expect((await owner.get('/api/user/info')).body).toMatchObject({ credits: { left_credits: 700 } });
    const { rows } = await api.store.owner.pool.query(
      'select kind from ledger_entry where generation_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['reserve', 'settle']);
  });

  it('moves to the trash, and says whether the files go at its end', async () => {
    const owner = await api.user();
    const [one, other] = [await finishVideo(api.deps, owner), await finishVideo(api.deps, owner)];
    await remove(owner, { id: one.id });
    await remove(owner, { id: other.id, deleteFiles: false });
    const { rows } = await api.store.owner.pool.query(
      'select id from generation where deleted_at is not null and purged_at is null and not keeps_files',
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toContain(one.id);
    expect(ids).not.toContain(other.id);
  });

  it('cancels an unsubmitted generation and releases its credits', async () => {
    const owner = await api.user({ credits: 1_000 });
    const id = await submitVideo(owner);
    expect((await remove(owner, { id })).status).toBe(200);
    expect((await owner.get('/api/user/info')).body).toMatchObject({
      credits: { left_credits: 1_000, held_credits: 0 },
    });
  });

  it.each([
    ['is running at the provider', sendToProvider],
    ['is being saved', answerByProvider],
  ])('is possible while the generation %s', async (_name, advance) => {
    const owner = await api.user();
    const id = await submitVideo(owner);
    await advance(api.deps, id);
    expect((await remove(owner, { id })).status).toBe(200);
    expect((await owner.get('/api/generations?active=true')).body).toEqual({ data: [] });
  });

  it('gets the same 404 for a deleted, a foreign and an unknown generation', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const { id } = await finishVideo(api.deps, owner, { is_public: true });
    const foreign = await remove(other, { id });
    expect((await readHistory(owner)).total).toBe(1);
    await remove(owner, { id });
    for (const reply of [foreign, await remove(owner, { id }), await remove(owner, { id: randomUUID() })]) {
      expect([reply.status, reply.body]).toEqual([404, refusal('not_found', 'Failed to delete record')]);
    }
  });

  it.each([{}, { id: 5 }, { id: null }, { id: 'x' }])('needs an id: %o', async (body) => {
    const reply = await remove(await api.user(), body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'invalid_id' });
  });

  it('refuses a deleteFiles that is not a boolean', async () => {
    const reply = await remove(await api.user(), { id: randomUUID(), deleteFiles: 'no' });
    expect(reply.body).toMatchObject({ code: 'validation_failed', issues: [{ path: 'deleteFiles' }] });
  });
});
