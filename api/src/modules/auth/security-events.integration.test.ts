import { randomUUID } from 'node:crypto';
import type { SecurityEventsReply, UserInfo } from '@atelier/contract';
import { io } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { withKey } from '../../testing/api-key.ts';
import { refusal } from '../../testing/refusal.ts';
import { loginPath, providerSettings, signIn, startProvider, visitProvider } from '../../testing/sign-in.ts';
import { publicUrl, startTestApi } from '../../testing/start-test-api.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { openTestStore } from '../../testing/test-store.ts';

const provider = await startProvider();
const store = await openTestStore();
const settings = providerSettings(provider);
const [api, elsewhere] = [await startTestApi({ store, settings }), await startTestApi({ store, settings })];
afterAll(async () => {
  await Promise.all([api.close(), elsewhere.close()]);
  await store.close();
  await provider.close();
});

const newEmail = () => `${randomUUID()}@example.test`;
const readInfo = async (browser: TestBrowser) => (await browser.get('/api/user/info')).body as UserInfo;
const listNotices = async (browser: TestBrowser) => (await readInfo(browser)).notices;
const acknowledge = (browser: TestBrowser, id = '') =>
  browser.post(`/api/user/notices/${id}/acknowledge`, {});
const createKey = async (browser: TestBrowser) =>
  (await browser.post('/api/user/api-keys', { name: 'Key' })).body as { key: string; ending: string };

async function signedInBrowser(email: string, at = api): Promise<TestBrowser> {
  const browser = at.browser();
  expect((await signIn(browser, email)).status).toBe(302);
  return browser;
}

async function listEvents(browser: TestBrowser, query = ''): Promise<SecurityEventsReply> {
  await api.deps.audit.flush();
  return (await browser.get(`/api/user/security-events${query}`)).body as SecurityEventsReply;
}

const listNames = async (browser: TestBrowser) => (await listEvents(browser)).data.map(({ name }) => name);

describe('a sign-in in a browser that is new to the account', () => {
  it('is asked about in the user’s other browsers, also those that were closed, until one acknowledges it', async () => {
    const email = newEmail();
    const first = await signedInBrowser(email);
    expect(await listNotices(first)).toEqual([]);
    const second = await signedInBrowser(email);
    const [notice, ...more] = await listNotices(first);
    expect(more).toEqual([]);
    expect(notice).toEqual({
      id: expect.any(String),
      kind: 'sign_in',
      device: { browser: null, system: null },
      address: '127.0.0.1',
      key_ending: null,
      program: null,
      created_at: expect.any(String),
    });
    expect(await listNotices(second)).toEqual([]);
    const third = await signedInBrowser(email);
    expect(await listNotices(third)).toEqual([notice]);
    expect(await listNotices(first)).toHaveLength(2);
    const reply = await acknowledge(third, notice?.id);
    expect([reply.status, reply.body]).toEqual([200, { success: true, id: notice?.id }]);
    expect((await listNotices(first)).map(({ id }) => id)).not.toContain(notice?.id);
    expect((await acknowledge(first, notice?.id)).status).toBe(200);
  });

  it('is reported at once to open pages on every process', async () => {
    const email = newEmail();
    const first = await signedInBrowser(email, elsewhere);
    const extraHeaders = { origin: publicUrl, cookie: first.cookieHeader() };
    const socket = io(elsewhere.url, { transports: ['websocket'], reconnection: false, extraHeaders });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    const changed = new Promise((resolve) => socket.once('account:changed', resolve));
    await signedInBrowser(email);
    await changed;
    expect(await listNotices(first)).toHaveLength(1);
    socket.close();
  });

  it('cannot be acknowledged by the browser that signed in, nor by another user', async () => {
    const email = newEmail();
    const first = await signedInBrowser(email);
    const thief = await signedInBrowser(email);
    const [notice] = await listNotices(first);
    for (const browser of [thief, await signedInBrowser(newEmail())]) {
      const reply = await acknowledge(browser, notice?.id);
      expect([reply.status, reply.body]).toEqual([404, refusal('not_found', 'Not found')]);
    }
    expect(await listNotices(first)).toHaveLength(1);
  });

  it('is not asked about again when that browser signs in again, even after it signed out', async () => {
    const email = newEmail();
    const first = await signedInBrowser(email);
    const second = await signedInBrowser(email);
    await second.post('/api/auth/logout');
    await signIn(second, email);
    await signIn(first, email);
    expect([await listNotices(first), await listNotices(second)]).toEqual([[expect.anything()], []]);
  });

  it('knows a browser by a cookie that scripts cannot read, and that names no session', async () => {
    const email = newEmail();
    const browser = api.browser();
    const reply = await signIn(browser, email);
    const line = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('browser='));
    expect(line).toMatch(/^browser=[\w-]{43}; HttpOnly; Max-Age=34560000; Path=\/; SameSite=Lax$/);
    const text = (await browser.get('/api/user/sessions')).bytes.toString();
    expect(text).not.toContain(browser.cookies.get('browser'));
    const other = await signedInBrowser(newEmail());
    other.cookies.set('browser', browser.cookies.get('browser') ?? '');
    await signIn(other, newEmail());
    expect((await other.get('/api/user/sessions')).bytes.toString()).not.toContain(
      (JSON.parse(text) as { data: { id: string }[] }).data[0]?.id,
    );
  });

  it('leaves one session of the browser, also when it returns twice at the same time', async () => {
    const email = newEmail();
    const browser = await signedInBrowser(email);
    const copy = api.browser();
    const backs: string[] = [];
    for (const each of [browser, copy]) {
      for (const [name, value] of browser.cookies) each.cookies.set(name, value);
      backs.push(await visitProvider(await each.get(`${loginPath}?login_hint=${email}`)));
    }
    const replies = await Promise.all([browser.get(backs[0] ?? ''), copy.get(backs[1] ?? '')]);
    expect(replies.map(({ status }) => status)).toEqual([302, 302]);
    const { rows } = await store.owner.pool.query(
      'select count(*)::int as count from user_session s join app_user u on u.id = s.user_id where u.email = $1',
      [email],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('a new API key', () => {
  it('is asked about in the user’s other browsers, and never in the reply to a key', async () => {
    const email = newEmail();
    const first = await signedInBrowser(email);
    const second = await signedInBrowser(email);
    await acknowledge(first, (await listNotices(first))[0]?.id);
    const { key, ending } = await createKey(second);
    expect(await listNotices(first)).toMatchObject([{ kind: 'api_key_created', key_ending: ending }]);
    expect(await listNotices(second)).toEqual([]);
    const byKey = await api.browser().request('/api/user/info', withKey(key));
    expect(byKey.body).toMatchObject({ notices: [] });
  });
});

describe('the list of security events', () => {
  it('has the newest first, in pages, with device and address, and no other user’s', async () => {
    const email = newEmail();
    const browser = await signedInBrowser(email);
    await signedInBrowser(newEmail());
    const { ending } = await createKey(browser);
    const settings = { daily_cap_credits: 700 };
    await browser.request('/api/user/settings', { method: 'PATCH', body: settings });
    const { data, ...page } = await listEvents(browser);
    expect(page).toEqual({ total: 3, page: 1, totalPages: 1 });
    const common = {
      id: expect.any(Number),
      actor: 'user',
      occurrences: 1,
      device: { browser: null, system: null },
      address: '127.0.0.1',
      created_at: expect.any(String),
    };
    expect(data).toEqual([
      { ...common, name: 'daily_limit_changed', details: settings },
      { ...common, name: 'api_key_created', details: { ending } },
      { ...common, name: 'sign_in', details: { is_again: false } },
    ]);
    expect(await listEvents(browser, '?pageSize=2&page=2')).toMatchObject({
      data: [{ name: 'sign_in' }],
      totalPages: 2,
    });
    expect((await listEvents(browser, '?page=9')).data).toEqual([]);
  });

  it('has refused sign-ins of the account, added up', async () => {
    const email = newEmail();
    const browser = await signedInBrowser(email);
    provider.tamper('unverified-email');
    for (let attempt = 0; attempt < 2; attempt += 1) await signIn(api.browser(), email);
    provider.tamper(undefined);
    expect((await listEvents(browser)).data).toMatchObject([
      { name: 'sign_in_failed', actor: 'anonymous', occurrences: 2 },
      { name: 'sign_in' },
    ]);
  });

  it('shows what an operator did, and neither where from nor why', async () => {
    const browser = await signedInBrowser(newEmail());
    const operator = await api.user({ email: 'ops@atelier.test' });
    const { id: user_id } = (await readInfo(browser)).user;
    const body = { user_id, kind: 'grant', credits: 5, reason: 'A secret reason', request_id: randomUUID() };
    expect((await operator.post('/api/admin/credits', body)).status).toBe(200);
    const { data } = await listEvents(browser);
    expect(data[0]).toMatchObject({
      name: 'operator_moved_credits',
      actor: 'operator',
      device: null,
      address: null,
      details: {},
    });
    expect(JSON.stringify(data)).not.toContain('secret');
    await store.expectWholeLedger();
  });

  it('has signing out, here and everywhere', async () => {
    const email = newEmail();
    const [first, second] = [await signedInBrowser(email), await signedInBrowser(email)];
    await first.post('/api/auth/logout');
    await second.post('/api/auth/logout', { everywhere: true });
    const back = await signedInBrowser(email);
    expect(await listNames(back)).toEqual(['sign_in', 'sessions_ended', 'sign_out', 'sign_in', 'sign_in']);
  });
});
