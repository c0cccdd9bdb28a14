import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import {
  type CreatedVideo,
  createVideoPath as path,
  submitVideo,
  textToVideo,
} from '../../testing/submissions.ts';
import { countRows } from '../../testing/test-store.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const setCap = (user: TestUser, daily_cap_credits: unknown) =>
  user.request('/api/user/settings', { method: 'PATCH', body: { daily_cap_credits } });

describe('an expected price', () => {
  it('is what is charged when it is current', async () => {
    const user = await api.user();
    const reply = await user.post(path, { ...textToVideo, expected_cost: 300 });
    expect((reply.body as CreatedVideo).credits.cost).toBe(300);
  });

  it.each([299, 301, 0, '300', {}])(
    'that differs from the current price is refused with both prices: %j',
    async (expected_cost) => {
      const user = await api.user();
      const reply = await user.post(path, { ...textToVideo, expected_cost });
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual(
        refusal('price_changed', 'The price has changed', { cost: 300, expected_cost }),
      );
      expect(await countRows(api.store, user.userId)).toEqual({ generations: 0, reserves: 0, keys: 0 });
    },
  );

  it('is not checked for a repeated request, which gets its first reply', async () => {
    const user = await api.user();
    const body = { ...textToVideo, request_id: randomUUID() };
    const first = await user.post(path, { ...body, expected_cost: 300 });
    const repeated = await user.post(path, { ...body, expected_cost: 250 });
    expect((repeated.body as CreatedVideo).id).toBe((first.body as CreatedVideo).id);
  });
});

describe('a daily spending limit', () => {
  it('refuses a submission above it and reports when it resets', async () => {
    const user = await api.user();
    expect((await setCap(user, 700)).body).toMatchObject({ daily_cap_credits: 700 });
    await submitVideo(user);
    await submitVideo(user);
    const reply = await user.post(path, textToVideo);
    expect(reply.status).toBe(403);
    const details = {
      required: 300,
      cap: 700,
      spent: 600,
      frees_at: expect.stringMatching(/T00:00:00\.000Z$/),
    };
    const sentence = 'This would exceed your daily spending limit';
    expect(reply.body).toEqual(refusal('daily_cap_reached', sentence, details));
    await setCap(user, null);
    expect((await user.post(path, textToVideo)).status).toBe(200);
  });

  it('is raised or lifted only by a user who has just signed in, and lowered by any', async () => {
    const user = await api.user();
    await setCap(user, 700);
    await api.ageSignIn(user);
    const notFresh = refusal('sign_in_again', 'Please sign in again to confirm that it is you');
    for (const cap of [701, null]) {
      const reply = await setCap(user, cap);
      expect([reply.status, reply.body]).toEqual([403, notFresh]);
    }
    for (const cap of [700, 600]) expect((await setCap(user, cap)).status).toBe(200);
    const { rows } = await api.store.owner.pool.query(
      `select details from audit_event where user_id = $1 and name = 'daily_limit_changed' order by id`,
      [user.userId],
    );
    expect(rows.map(({ details }) => details.daily_cap_credits)).toEqual([700, 700, 600]);
    const unlimited = await api.user();
    await api.ageSignIn(unlimited);
    for (const cap of [null, 500]) expect((await setCap(unlimited, cap)).status).toBe(200);
  });

  it('does not count a cancelled generation', async () => {
    const user = await api.user();
    await setCap(user, 300);
    const id = await submitVideo(user);
    expect((await user.post(path, textToVideo)).status).toBe(403);
    await user.post(`/api/generations/${id}/cancel`);
    expect((await user.post(path, textToVideo)).status).toBe(200);
  });

  it('holds for concurrent submissions', async () => {
    const user = await api.user();
    await setCap(user, 1_000);
    const replies = await Promise.all(Array.from({ length: 12 }, () => user.post(path, textToVideo)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(9);
  });

  it('does not count yesterday’s spending', async () => {
    const user = await api.user();
    await setCap(user, 300);
    await submitVideo(user);
    await api.store.owner.pool.query('update credit_account set spent_on = spent_on - 1 where user_id = $1', [
      user.userId,
    ]);
    expect((await user.post(path, textToVideo)).status).toBe(200);
  });

  it.each([-1, 1.5, '5', undefined])('must be a whole number or null, not %j', async (cap) => {
    expect((await setCap(await api.user(), cap)).status).toBe(400);
  });
});
