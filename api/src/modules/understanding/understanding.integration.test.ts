import { randomUUID } from 'node:crypto';
import type { CreateUnderstandingReply, UnderstandingHistoryReply } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endGeneration } from '../../testing/endings.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createAnalysisPath, submitQuestion, uploadImage, uploadVideo } from '../../testing/submissions.ts';

const api = await startTestApi({ settings: { LIMIT_UPLOAD_PER_MINUTE: '100000' } });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const historyPath = '/api/image-understanding/history';
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const statusPath = (id: string) => `/api/image-understanding/status?job_id=${id}`;

const answer = (id: string, text: string) =>
  endGeneration(api.deps, id, { status: 'completed', chargeCredits: 100, error: null, output: { text } });

const remove = (user: TestUser, body: unknown) =>
  user.request('/api/image-understanding/delete', { method: 'DELETE', body });

async function readHistory(user: TestUser, query: Record<string, string> = {}) {
  const reply = await user.get(`${historyPath}?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return reply.body as UnderstandingHistoryReply;
}

describe('a question about an image', () => {
  it('costs 100 credits and has one id under three wire names', async () => {
    const user = await api.user({ credits: 250 });
    const body = { image: await uploadImage(user), question: ' How many boats? ' };
    const reply = await user.post(createAnalysisPath, { ...body, user_email: 'someone@else.test' });
    expect(reply.status).toBe(200);
    const created = reply.body as CreateUnderstandingReply;
    expect(created).toEqual({
      id: created.job_id,
      request_id: created.job_id,
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'pending',
      credits: { cost: 100, left_credits: 150 },
      generation: expect.objectContaining({
        kind: 'image-understanding',
        medium: 'text',
        prompt: 'How many boats?',
        adjustments: [],
        input: {
          image: expect.stringMatching(/^\/media\/u\//),
          question: 'How many boats?',
          temperature: 0.1,
          top_p: 0.95,
          seed: 42,
        },
      }),
    });
  });

  it('is created once per request_id', async () => {
    const user = await api.user();
    const body = { image: await uploadImage(user), question: 'How many?', request_id: randomUUID() };
    const [first, second] = [
      await user.post(createAnalysisPath, body),
      await user.post(createAnalysisPath, body),
    ];
    expect(second.body).toEqual(first.body);
    expect((await user.post(createAnalysisPath, { ...body, question: 'Where?' })).status).toBe(422);
  });

  it.each([
    [{ question: undefined }, issue('question', 'Please enter a question!')],
    [{ question: '  ' }, issue('question', 'Please enter a question!')],
    [{ question: 'x'.repeat(2001) }, issue('question', 'Question must be less than 2000 characters')],
    [{ image: undefined }, issue('image', 'Please upload an image!')],
    [{ temperature: -0.1 }, issue('temperature', 'Temperature must be between 0 and 1')],
    [{ temperature: 1.1 }, issue('temperature', 'Temperature must be between 0 and 1')],
    [{ top_p: -0.1 }, issue('top_p', 'Top P must be between 0 and 1')],
    [{ top_p: 1.01 }, issue('top_p', 'Top P must be between 0 and 1')],
    [{ seed: 1.5 }, issue('seed', 'Seed must be a whole number')],
  ])('is refused with %j', async (more, expected) => {
    const user = await api.user();
    const body = { image: await uploadImage(user), question: 'How many?', ...more };
    const reply = await user.post(createAnalysisPath, body);
    expect([reply.status, reply.body]).toEqual([
      400,
      refusal('validation_failed', 'Some fields are not valid', { issues: [expected] }),
    ]);
  });

  it.each([
    [{ temperature: 0, top_p: 0, seed: -7 }],
    [{ temperature: 1, top_p: 1, seed: 9_007_199_254_740_991 }],
    [{ question: 'x'.repeat(2000), seed: null }],
  ])('is accepted with %j', async (more) => {
    const user = await api.user();
    const body = { image: await uploadImage(user), question: 'How many?', ...more };
    expect((await user.post(createAnalysisPath, body)).status).toBe(200);
  });

  it('takes an image and nothing else', async () => {
    const user = await api.user();
    const reply = await user.post(createAnalysisPath, {
      image: await uploadVideo(user),
      question: 'How many?',
    });
    expect([reply.status, reply.body]).toMatchObject([415, { code: 'unsupported_file', path: 'image' }]);
  });

  it('needs a session, a paid account and enough credits', async () => {
    const body = { image: 'https://example.com/a.png', question: 'How many?' };
    expect((await api.browser().post(createAnalysisPath, body)).status).toBe(401);
    const unpaid = await (await api.user({ credits: 0 })).post(createAnalysisPath, body);
    expect([unpaid.status, unpaid.body]).toEqual([
      403,
      refusal('please_upgrade_account', 'Please upgrade your account'),
    ]);
    const poor = await api.user({ credits: 99 });
    const reply = await poor.post(createAnalysisPath, { ...body, image: await uploadImage(poor) });
    expect([reply.status, reply.body]).toEqual([
      400,
      refusal('insufficient_credits', 'Insufficient credits', { required: 100, current: 99 }),
    ]);
  });
});

describe('the status route', () => {
  it('reports each step, and the answer at the end', async () => {
    const user = await api.user();
    const id = await submitQuestion(user, 'How many boats?');
    const begun = await user.get(statusPath(id));
    expect([begun.status, begun.body]).toEqual([
      200,
      {
        job_id: id,
        status: 'pending',
        result: null,
        error: null,
        created_at: moment,
        updated_at: moment,
        generation: expect.objectContaining({ id, outputs: [] }),
      },
    ]);
    await answer(id, 'Three.');
    expect((await user.get(statusPath(id))).body).toMatchObject({
      job_id: id,
      status: 'completed',
      result: 'Three.',
      error: null,
      generation: { outputs: [{ text: 'Three.', content_type: 'text/plain', url: null }] },
    });
  });

  it('reports why there is no answer', async () => {
    const user = await api.user();
    const id = await submitQuestion(user, 'How many boats?');
    const error = { code: 'no_output' as const, detail: null };
    await endGeneration(api.deps, id, { status: 'failed', chargeCredits: 0, error });
    expect((await user.get(statusPath(id))).body).toMatchObject({
      status: 'failed',
      result: null,
      error: 'The model returned no result',
      generation: { error: { code: 'no_output' }, credits: { released: 100 } },
    });
  });

  it('replies 304 with an empty body while nothing has changed', async () => {
    const user = await api.user();
    const id = await submitQuestion(user, 'How many boats?');
    const etag = (await user.get(statusPath(id))).headers.get('etag') ?? '';
    const again = await user.get(statusPath(id), { 'if-none-match': etag });
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
    await answer(id, 'Three.');
    const changed = await user.get(statusPath(id), { 'if-none-match': etag });
    expect([changed.status, (changed.body as { result: string }).result]).toEqual([200, 'Three.']);
  });

  it.each(['', 'job_id=', 'job_id=1', 'job_id=1&job_id=2'])('is refused for the query %j', async (query) => {
    const reply = await (await api.user()).get(`/api/image-understanding/status?${query}`);
    expect(reply.status).toBe(400);
  });
});

describe('the history', () => {
  it('returns the row’s fields and the whole generation, ten per page', async () => {
    const user = await api.user();
    const image = await uploadImage(user);
    for (let count = 1; count <= 11; count += 1) await submitQuestion(user, `Question ${count}`, image);
    const { data, ...counts } = await readHistory(user);
    expect(counts).toEqual({ total: 11, page: 1, totalPages: 2 });
    expect(data.map(({ question }) => question)).toEqual(
      Array.from({ length: 10 }, (_, at) => `Question ${11 - at}`),
    );
    expect(data[0]).toEqual({
      id: expect.any(String),
      image_url: expect.stringMatching(/^\/media\/u\//),
      question: 'Question 11',
      result_text: null,
      error_message: null,
      status: 'pending',
      created_at: moment,
      generation: expect.objectContaining({ kind: 'image-understanding' }),
    });
    const last = await readHistory(user, { page: '2' });
    expect(last.data.map(({ question }) => question)).toEqual(['Question 1']);
  });

  it('is searched in questions and answers, literally and in any language', async () => {
    const user = await api.user();
    const image = await uploadImage(user);
    await answer(await submitQuestion(user, 'What is in the harbour?', image), 'Three boats, 100% wood.');
    await answer(await submitQuestion(user, '图中有几只猫？', image), '两只橘色的猫。');
    await submitQuestion(user, 'Still unanswered', image);
    const found = async (search: string) => {
      const { data, total } = await readHistory(user, { search });
      expect(total).toBe(data.length);
      return data.map(({ question }) => question);
    };
    expect(await found('HARBOUR')).toEqual(['What is in the harbour?']);
    expect(await found('100% w')).toEqual(['What is in the harbour?']);
    expect(await found('100%b')).toEqual([]);
    expect(await found('橘色')).toEqual(['图中有几只猫？']);
    expect(await found('  unanswered ')).toEqual(['Still unanswered']);
    expect((await readHistory(user, { search: 'a', pageSize: '1', page: '2' })).data).toHaveLength(1);
  });

  it('needs a session', async () => {
    const reply = await api.browser().get(historyPath);
    expect([reply.status, reply.body]).toEqual([401, refusal('please_login', 'Unauthorized')]);
  });
});

describe('deletion', () => {
  it('removes a question from the history and hides it, without a refund', async () => {
    const user = await api.user({ credits: 500 });
    const id = await submitQuestion(user, 'How many?');
    await answer(id, 'Three.');
    const reply = await remove(user, { id });
    expect([reply.status, reply.body]).toEqual([200, { success: true, id }]);
    expect(await readHistory(user)).toMatchObject({ data: [], total: 0 });
    expect((await user.get(statusPath(id))).status).toBe(404);
    expect((await user.get('/api/user/info')).body).toMatchObject({ credits: { left_credits: 400 } });
    const again = await remove(user, { id });
    expect([again.status, again.body]).toEqual([404, refusal('not_found', 'Failed to delete record')]);
  });

  it('cancels a question that has no answer yet', async () => {
    const user = await api.user({ credits: 500 });
    await remove(user, { id: await submitQuestion(user, 'How many?') });
    expect((await user.get('/api/user/info')).body).toMatchObject({
      credits: { left_credits: 500, held_credits: 0 },
    });
  });
});

it('a question is visible to its owner only', async () => {
  const [owner, other] = [await api.user(), await api.user()];
  const id = await submitQuestion(owner, 'How many?');
  await answer(id, 'Three.');
  expect((await other.get(statusPath(id))).status).toBe(404);
  expect(await readHistory(other, { search: 'Three' })).toMatchObject({ data: [], total: 0 });
  expect((await remove(other, { id })).status).toBe(404);
  expect((await readHistory(owner)).total).toBe(1);
});
