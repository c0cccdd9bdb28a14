import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { refusal } from '../testing/refusal.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { type CreatedVideo, createVideoPath as path, textToVideo } from '../testing/submissions.ts';
import { countRows, openTestStore } from '../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({
  store,
  settings: {
    LIMIT_CREATE_PER_MINUTE: '20',
    LIMIT_REFUND_PER_MINUTE: '5',
    LIMIT_LOGIN_PER_MINUTE: '10',
    LIMIT_REQUESTS_PER_MINUTE: '600',
  },
});
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

const limited = refusal('rate_limited', 'Too many requests', { retry_after_seconds: expect.any(Number) });

describe('submissions of one user', () => {
  it('are limited to twenty per minute; the next gets Retry-After and holds nothing', async () => {
    const [busy, other] = [await api.user(), await api.user()];
    for (let count = 0; count < 20; count += 1) expect((await busy.post(path, textToVideo)).status).toBe(200);
    const reply = await busy.post(path, textToVideo);
    expect(reply.status).toBe(429);
    expect(reply.body).toEqual(limited);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countRows(store, busy.userId)).toMatchObject({ generations: 20, reserves: 20 });
    expect((await other.post(path, textToVideo)).status).toBe(200);
  });

  it('count even when they are refused', async () => {
    const user = await api.user({ credits: 1 });
    for (let count = 0; count < 20; count += 1) await user.post(path, { prompt: '' });
    expect((await user.post(path, { prompt: '' })).status).toBe(429);
  });
});

describe('refund requests of one user', () => {
  it('are limited to five per minute; the next gets Retry-After', async () => {
    const [busy, other] = [await api.user(), await api.user()];
    const refund = (user: typeof busy) => user.post('/api/wan/refundCredits', {});
    for (let count = 0; count < 5; count += 1) expect((await refund(busy)).status).toBe(400);
    const reply = await refund(busy);
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect((await refund(other)).status).toBe(400);
  });
});

describe('webhook redeliveries of one user', () => {
  it('are limited to twenty per minute, separately from submissions', async () => {
    const user = await api.user();
    const again = () => user.post(`/api/user/webhook-deliveries/${randomUUID()}/redeliver`);
    for (let count = 0; count < 20; count += 1) expect((await again()).status).toBe(400);
    const reply = await again();
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect((await user.post(path, textToVideo)).status).toBe(200);
  });
});

describe('running generations of one user', () => {
  it('are limited by LIMIT_RUNNING, not counting those that have ended', async () => {
    const strict = await startTestApi({ store, settings: { LIMIT_RUNNING: '5' } });
    const user = await strict.user();
    const replies = await Promise.all(Array.from({ length: 8 }, () => user.post(path, textToVideo)));
    const accepted = replies.filter(({ status }) => status === 200);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(accepted).toHaveLength(5);
    for (const reply of refused) {
      expect(reply.status).toBe(429);
      expect(reply.body).toEqual(
        refusal('too_many_running', 'Too many generations are running', {
          running: 5,
          limit: 5,
          retry_after_seconds: expect.any(Number),
        }),
      );
    }
    expect(await countRows(store, user.userId)).toMatchObject({ generations: 5, reserves: 5 });

    const [first] = accepted.map(({ body }) => body as CreatedVideo);
    await user.post(`/api/generations/${first?.id}/cancel`);
    expect((await user.post(path, textToVideo)).status).toBe(200);
    await strict.close();
  });
});

describe('all requests from one address', () => {
  /** Behind a proxy that sends the client's address. Each test uses its own, because with Redis all processes share counters. */
  const startBehindProxy = (max: number) =>
    startTestApi({ store, settings: { LIMIT_REQUESTS_PER_MINUTE: String(max), TRUST_PROXY: 'true' } });

  it('are limited before any other check, signed in or not', async () => {
    const strict = await startBehindProxy(3);
    const visitor = strict.browser();
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    for (let count = 0; count < 3; count += 1)
      expect((await visitor.get('/api/user/info', headers)).status).toBe(401);
    const reply = await visitor.get('/api/user/info', headers);
    expect([reply.status, reply.body]).toEqual([429, limited]);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    const foreign = await visitor.post(path, textToVideo, { origin: 'https://evil.test', headers });
    expect(foreign.status).toBe(429);
    const other = await visitor.get('/api/user/info', { 'x-forwarded-for': '203.0.113.2' });
    expect(other.status).toBe(401);
    await strict.close();
  });

  it('do not include probes, files and the provider’s webhooks', async () => {
    const strict = await startBehindProxy(1);
    const visitor = strict.browser();
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    for (let count = 0; count < 3; count += 1) {
      expect((await visitor.get('/healthz', headers)).status).toBe(200);
      expect((await visitor.get('/media/nothing', headers)).status).toBe(404);
      expect((await visitor.post('/api/wan/getResult', {}, { origin: null, headers })).status).toBe(401);
    }
    await strict.close();
  });

  it('cannot evade the limit with forged addresses when no proxy is trusted', async () => {
    const visitor = api.browser();
    const statuses = new Set<number>();
    for (let count = 0; count < 11; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}` };
      statuses.add((await visitor.get('/api/auth/callback', headers)).status);
    }
    expect(statuses).toEqual(new Set([400, 429]));
  });
});

describe('sign-ins from one address', () => {
  it('are limited to ten per minute', async () => {
    const visitor = api.browser();
    // No provider is running in this test: each login is a 503, and counts.
    for (let count = 0; count < 10; count += 1)
      expect((await visitor.get('/api/auth/login')).status).toBe(503);
    expect((await visitor.get('/api/auth/login')).status).toBe(429);
  });
});
