import { createHash } from 'node:crypto';
import type { OpenidProvider } from '@atelier/dev-stack';
import { io } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import {
  codeRefused,
  emailNotVerified,
  expectSignInRefused,
  invalidIdToken,
  loginPath,
  providerSettings,
  providerUnavailable,
  sessionCookies,
  signIn,
  startProvider,
  visitProvider,
} from '../../testing/sign-in.ts';
import { publicUrl, startTestApi } from '../../testing/start-test-api.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';
import { openTestStore } from '../../testing/test-store.ts';

const provider = await startProvider();
const store = await openTestStore();
const api = await startTestApi({ store, settings: providerSettings(provider) });
afterEach(() => provider.tamper(undefined));
afterAll(async () => {
  await api.close();
  await store.close();
  await provider.close();
});

const badState = refusal(
  'invalid_oauth_state',
  'The sign-in could not be matched to this browser; please try again',
);
const isSignedIn = async (browser: TestBrowser) => (await browser.get('/api/user/info')).status === 200;
const readUserId = async (browser: TestBrowser) =>
  ((await browser.get('/api/user/info')).body as { user: { id: string } }).user.id;

/** A sign-in up to the callback address, which is returned and not yet requested. */
async function beginSignIn(browser: TestBrowser, email = 'paid@atelier.test'): Promise<string> {
  return visitProvider(await browser.get(`${loginPath}?login_hint=${email}`));
}

/** A second API on the same database, for tests that tamper with its provider or end it. */
async function startSecondApi(ofProvider: OpenidProvider) {
  return startTestApi({ store, settings: providerSettings(ofProvider) });
}

describe('signing in', () => {
  it('leads to the provider and back to the page it started on', async () => {
    const browser = api.browser();
    const reply = await signIn(browser, 'anna@example.test', '/creator/video/text-to-video?x=1');
    expect(reply.status).toBe(302);
    expect(reply.headers.get('location')).toBe('/creator/video/text-to-video?x=1');
    expect((await browser.get('/api/user/info')).body).toMatchObject({
      user: {
        email: 'anna@example.test',
        name: 'anna',
        is_admin: false,
        sign_in: { way: 'local', issuer: provider.issuer },
      },
      credits: { left_credits: 0, held_credits: 0 },
      has_ever_paid: false,
    });
    expect([...browser.cookies.keys()]).toEqual(['sid', 'signed-in', 'browser']);
  });

  it('uses PKCE, a state and a nonce of 32 random bytes, different each time', async () => {
    const browser = api.browser();
    const seen = new Set<string>();
    for (let count = 0; count < 2; count += 1) {
      const reply = await browser.get(`${loginPath}?login_hint=anna@example.test`);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      const url = new URL(reply.headers.get('location') ?? '');
      expect(url.origin).toBe(provider.issuer);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        login_hint: 'anna@example.test',
        redirect_uri: `${publicUrl}/api/auth/callback`,
        response_type: 'code',
      });
      for (const name of ['state', 'nonce', 'code_challenge']) seen.add(url.searchParams.get(name) ?? '');
      const [cookie] = reply.headers.getSetCookie();
      expect(cookie).toMatch(/^sign-in-[\w-]{8}=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    }
    expect(seen.size).toBe(6);
  });

  it('finds the same user when the address differs in upper and lower case', async () => {
    const [first, second] = [api.browser(), api.browser()];
    await signIn(first, 'berta@example.test');
    await signIn(second, 'Berta@Example.test');
    expect(await readUserId(second)).toBe(await readUserId(first));
  });

  it('creates one user for concurrent first sign-ins', async () => {
    const browsers = Array.from({ length: 5 }, () => api.browser());
    const replies = await Promise.all(browsers.map((browser) => signIn(browser, 'twice@example.test')));
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(302));
    expect(new Set(await Promise.all(browsers.map(readUserId))).size).toBe(1);
  });

  it('ends the browser’s previous session and its sockets', async () => {
    const browser = api.browser();
    await signIn(browser, 'anna@example.test');
    const extraHeaders = { origin: publicUrl, cookie: browser.cookieHeader() };
    const socket = io(api.url, { transports: ['websocket'], reconnection: false, extraHeaders });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    const socketEnd = new Promise((resolve) => socket.once('disconnect', resolve));
    const old = api.browser();
    for (const [name, value] of browser.cookies) old.cookies.set(name, value);
    await signIn(browser, 'berta@example.test');
    expect(await socketEnd).toBe('io server disconnect');
    expect(await isSignedIn(old)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('uses cookies bound to this host over https', async () => {
    const secure = await startTestApi({
      store,
      settings: { ...providerSettings(provider), PUBLIC_URL: 'https://atelier.test' },
    });
    const browser = secure.browser();
    const begun = await browser.get(`${loginPath}?login_hint=anna@example.test`);
    expect(begun.headers.getSetCookie()[0]).toMatch(
      /^__Host-sign-in-[\w-]{8}=.*; HttpOnly; Secure; SameSite=Lax$/,
    );
    const done = await browser.get(await visitProvider(begun));
    const session = done.headers.getSetCookie().find((line) => line.startsWith('__Host-sid='));
    expect(session).toMatch(/^__Host-sid=\w{40}; HttpOnly; Max-Age=2592000; Path=\/; SameSite=Lax; Secure$/);
    await secure.close();
  });

  it.each(['//evil.test', '/\\evil.test', '/%09/evil.test', 'https:evil.test', 'https://evil.test/'])(
    'never redirects to %s',
    async (redirect) => {
      const reply = await signIn(api.browser(), 'anna@example.test', redirect);
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/']);
    },
  );

  it.each(['login_hint=a&login_hint=b', 'redirect=/a&redirect=/b', `login_hint=${'x'.repeat(321)}`])(
    'refuses the query %s',
    async (query) => {
      const reply = await api.browser().get(`${loginPath}?${query}`);
      expect([reply.status, (reply.body as { code: string }).code]).toEqual([400, 'invalid_query']);
    },
  );
});

describe('a callback that does not match this browser', () => {
  it('is refused with a different state', async () => {
    const browser = api.browser();
    const back = await beginSignIn(browser);
    const forged = back.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`);
    expectSignInRefused(await browser.get(forged), 400, badState);
    // Whatever made the browser ask for it, its own sign-in goes on.
    expect((await browser.get(back)).status).toBe(302);
  });

  it('is refused without its cookie, or with a malformed one', async () => {
    const back = await beginSignIn(api.browser());
    expectSignInRefused(await api.browser().get(back), 400, badState);
    for (const value of [
      'x',
      Buffer.from('{}').toString('base64url'),
      Buffer.from('{bad').toString('base64url'),
    ]) {
      const browser = api.browser();
      const state = new URL(back, publicUrl).searchParams.get('state') ?? '';
      browser.cookies.set(`sign-in-${state.slice(0, 8)}`, value);
      expectSignInRefused(await browser.get(back), 400, badState);
    }
  });

  it('is refused the second time, even with a copy of the cookie', async () => {
    const [browser, thief] = [api.browser(), api.browser()];
    const back = await beginSignIn(browser);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await browser.get(back)).status).toBe(302);
    expectSignInRefused(await browser.get(back), 400, badState);
    expectSignInRefused(await thief.get(back), 400, codeRefused);
  });

  it('is refused when it names another issuer', async () => {
    const browser = api.browser();
    const back = await beginSignIn(browser);
    const issuer = encodeURIComponent('https://evil.test');
    expectSignInRefused(await browser.get(back.replace(/iss=[^&]+/, `iss=${issuer}`)), 400, badState);
  });

  it.each(['', 'state=a', 'code=a', 'code=a&state=b', 'state=a&state=b&code=c'])(
    'is refused with the query "%s" alone',
    async (query) => {
      const reply = await api.browser().get(`/api/auth/callback?${query}`);
      expect(reply.status).toBe(400);
      expect(sessionCookies(reply)).toEqual([]);
    },
  );

  it('is refused when the user declined at the provider', async () => {
    const browser = api.browser();
    const back = new URL(await beginSignIn(browser), publicUrl);
    back.searchParams.delete('code');
    back.searchParams.set('error', 'access_denied');
    expectSignInRefused(await browser.get(`${back.pathname}${back.search}`), 400, codeRefused);
  });

  it('shows browsers a page with a link back instead of JSON', async () => {
    const reply = await api.browser().get('/api/auth/callback?code=a&state=b', { accept: 'text/html,*/*' });
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('<a href="/">');
  });
});

describe('an invalid id token', () => {
  it.each(['nonce', 'audience', 'issuer', 'expired', 'signature', 'algorithm'] as const)(
    'is refused: %s',
    async (fault) => {
      provider.tamper(fault);
      const browser = api.browser();
      expectSignInRefused(await signIn(browser, 'paid@atelier.test'), 400, invalidIdToken);
      expect(await isSignedIn(browser)).toBe(false);
    },
  );
});

describe('a second provider with the same e-mail address', () => {
  it('signs in to the same account when it has verified the address', async () => {
    const other = await startProvider();
    const second = await startSecondApi(other);
    const [first, same] = [api.browser(), second.browser()];
    await signIn(first, 'carla@example.test');
    expect((await signIn(same, 'carla@example.test')).status).toBe(302);
    expect(await readUserId(same)).toBe(await readUserId(first));
    await second.close();
    await other.close();
  });

  it.each([
    ['takes over no account', 'dora@example.test'],
    ['makes no one an administrator', 'ops@atelier.test'],
    ['creates no account that the real owner would later sign in to', 'emma@example.test'],
  ])('%s when it has not verified the address', async (_name, email) => {
    await signIn(api.browser(), 'dora@example.test');
    const other = await startProvider();
    const second = await startSecondApi(other);
    other.tamper('unverified-email');
    const attacker = second.browser();
    expectSignInRefused(await signIn(attacker, email), 400, emailNotVerified);
    expect(await isSignedIn(attacker)).toBe(false);
    await second.close();
    await other.close();
  });
});

describe('a provider that is down', () => {
  it('makes the login unavailable until it is back', async () => {
    const dying = await startProvider();
    const port = Number(new URL(dying.issuer).port);
    const other = await startSecondApi(dying);
    await dying.close();
    expectSignInRefused(await other.browser().get(loginPath), 503, providerUnavailable);
    const back = await startProvider(port);
    expect((await other.browser().get(loginPath)).status).toBe(302);
    await back.close();
    await other.close();
  });

  it('makes the callback unavailable when it goes down in between', async () => {
    const dying = await startProvider();
    const other = await startSecondApi(dying);
    const browser = other.browser();
    const back = await beginSignIn(browser);
    await dying.close();
    expectSignInRefused(await browser.get(back), 503, providerUnavailable);
    await other.close();
  });
});

describe('the stored session', () => {
  it('holds no value that works as a cookie', async () => {
    const browser = api.browser();
    await signIn(browser, 'anna@example.test');
    const cookie = browser.cookies.get('sid') ?? '';
    const { rows } = await store.owner.pool.query('select id from user_session');
    const ids = rows.map(({ id }) => id as string);
    expect(ids).not.toContain(cookie);
    expect(ids).toContain(createHash('sha256').update(cookie).digest('hex'));
    for (const id of ids) {
      const thief = api.browser();
      thief.cookies.set('sid', id);
      expect(await isSignedIn(thief)).toBe(false);
    }
  });
});
