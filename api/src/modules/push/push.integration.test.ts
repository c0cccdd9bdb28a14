import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { PushStateReply, PushSubscriptionBody, SessionsReply } from '@atelier/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { pool } = api.store.owner;

const path = '/api/user/push-subscription';
const state = async (user: TestUser) => (await user.get(path)).body as PushStateReply;
const { application_server_key: applicationKey } = await state(await api.user());

const subscription = (changes: Partial<PushSubscriptionBody> = {}): PushSubscriptionBody => ({
  endpoint: `https://push.example.com/wpush/${randomUUID()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
  application_server_key: applicationKey,
  language: 'en',
  ...changes,
});

const put = (user: TestUser, body: unknown = subscription()) => user.request(path, { method: 'PUT', body });

/** A signed-in browser that is notified. */
async function notified(options?: Parameters<typeof api.user>[0]): Promise<TestUser & PushSubscriptionBody> {
  const [user, body] = [await api.user(options), subscription()];
  expect((await put(user, body)).status).toBe(200);
  return Object.assign(user, body);
}

async function listEndpoints({ userId }: TestUser): Promise<string[]> {
  const { rows } = await pool.query<{ endpoint: string }>(
    'select endpoint from push_subscription where user_id = $1 order by renewed_at',
    [userId],
  );
  return rows.map(({ endpoint }) => endpoint);
}

describe('the subscription of a browser', () => {
  it('is stored for its session alone, replaced when it is renewed, and removed when it is turned off', async () => {
    const user = await api.user();
    expect(await state(user)).toEqual({
      application_server_key: expect.stringMatching(/^[\w-]{87}$/),
      subscription: null,
    });
    const [first, renewed] = [subscription({ language: 'zh-CN' }), subscription()];
    const reply = await put(user, first);
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    // Renews it as the service worker does, which knows no language.
    const { language: _, ...unspoken } = renewed;
    await put(user, unspoken);
    expect((await state(user)).subscription).toEqual({ endpoint: renewed.endpoint, language: 'zh-CN' });
    const elsewhere = await api.user({ email: user.email, credits: 0 });
    expect((await state(elsewhere)).subscription).toBeNull();
    const off = await user.request(path, { method: 'DELETE' });
    expect([off.status, off.body]).toEqual([200, { success: true }]);
    expect(await listEndpoints(user)).toEqual([]);
  });

  it('is shown in the list of sessions', async () => {
    const user = await notified();
    await api.user({ email: user.email, credits: 0 });
    const { data } = (await user.get('/api/user/sessions')).body as SessionsReply;
    expect(data.map((session) => [session.is_current, session.is_notified])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(JSON.stringify(data)).not.toContain(user.endpoint);
  });

  it('leaves the user who had it before, when another signs in to the same browser', async () => {
    const [before, after] = [await notified(), await api.user()];
    await put(after, subscription({ endpoint: before.endpoint }));
    expect((await state(before)).subscription).toBeNull();
    expect(await listEndpoints(after)).toEqual([before.endpoint]);
  });

  it('is one row when both users of a browser store it at the same moment', async () => {
    const { endpoint } = subscription();
    const users = await Promise.all([api.user(), api.user(), api.user()]);
    const replies = await Promise.all(users.map((user) => put(user, subscription({ endpoint }))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const owners = await Promise.all(users.map(listEndpoints));
    expect(owners.flat()).toEqual([endpoint]);
  });

  it('makes room for itself: a user has twenty at most', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const browsers = [];
    for (let index = 0; index < 21; index += 1)
      browsers.push(await notified({ email: user.email, credits: 0 }));
    expect(await listEndpoints(user)).toEqual(browsers.slice(1).map(({ endpoint }) => endpoint));
  });

  it('is for signed-in browsers of this site', async () => {
    const anonymous = await api.browser().request(path, { method: 'PUT', body: subscription() });
    expect(anonymous.status).toBe(401);
    const user = await api.user();
    const foreign = await user.request(path, {
      method: 'PUT',
      body: subscription(),
      origin: 'https://evil.test',
    });
    expect([foreign.status, foreign.body]).toMatchObject([403, { code: 'bad_origin' }]);
  });
});

describe('an endpoint', () => {
  it.each([
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://10.0.0.7/a',
    'https://169.254.169.254/latest',
    'https://2130706433/a',
    'https://push.example.com:5432/a',
    'https://user:word@push.example.com/a',
    'ftp://push.example.com/a',
  ])('that leads into a network, or is not https, is refused: %s', async (endpoint) => {
    const user = await api.user({ credits: 0 });
    const reply = await put(user, subscription({ endpoint }));
    expect([reply.status, reply.body]).toEqual([
      400,
      refusal('url_not_allowed', 'Notifications cannot be sent to this address'),
    ]);
    expect(await listEndpoints(user)).toEqual([]);
  });

  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
  it.each<[string, object]>([
    ['no address', { endpoint: 'push' }],
    ['one that is too long', { endpoint: `https://push.example.com/${'a'.repeat(1_000)}` }],
    ['a key that is no point on the curve', { keys: { ...subscription().keys, p256dh: offCurve } }],
    ['a key of another length', { keys: { ...subscription().keys, p256dh: 'AAAA' } }],
    ['a secret of another length', { keys: { ...subscription().keys, auth: 'AAAA' } }],
    ['the key of another deployment', { application_server_key: subscription().keys.p256dh }],
    ['a language that we do not speak', { language: 'tlh' }],
  ])('with %s is refused', async (_what, changes) => {
    const user = await api.user({ credits: 0 });
    const reply = await put(user, { ...subscription(), ...changes });
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'validation_failed' }]);
    expect(await listEndpoints(user)).toEqual([]);
  });
});

describe('the end of a session ends its subscription', () => {
  it('when its user signs out', async () => {
    const user = await notified();
    await user.post('/api/auth/logout', { everywhere: false });
    expect(await listEndpoints(user)).toEqual([]);
  });

  it('when it is ended from another browser, with those that remain', async () => {
    const user = await notified();
    const [one, other] = [
      await notified({ email: user.email, credits: 0 }),
      await notified({ email: user.email, credits: 0 }),
    ];
    const { data } = (await one.get('/api/user/sessions')).body as SessionsReply;
    const ended = await user.request(`/api/user/sessions/${data[0]?.id}`, { method: 'DELETE' });
    expect(ended.status).toBe(200);
    expect(await listEndpoints(user)).toEqual([user.endpoint, other.endpoint]);
    await user.request('/api/user/sessions', { method: 'DELETE' });
    expect(await listEndpoints(user)).toEqual([user.endpoint]);
  });

  it('when an operator ends it', async () => {
    const user = await notified();
    const operator = await api.user({ email: 'ops@atelier.test' });
    const reply = await operator.post(`/api/admin/users/${user.userId}/end-sessions`, {
      reason: 'They lost their phone',
      request_id: randomUUID(),
    });
    expect(reply.status).toBe(200);
    expect(await listEndpoints(user)).toEqual([]);
  });

  it('when the account is closed', async () => {
    const user = await notified();
    const reply = await user.post('/api/user/close', { email: user.email });
    expect(reply.status).toBe(200);
    expect(await listEndpoints(user)).toEqual([]);
  });
});
