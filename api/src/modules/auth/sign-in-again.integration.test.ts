import { randomUUID } from 'node:crypto';
import type { SessionsReply } from '@atelier/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { emailNotVerified, expectSignInRefused, loginPath } from '../../testing/sign-in.ts';
import { startFaultyProvider } from '../../testing/start-faulty-provider.ts';
import { startTestApi } from '../../testing/start-test-api.ts';
import type { Reply, TestBrowser } from '../../testing/test-browser.ts';

const provider = await startFaultyProvider();
const api = await startTestApi({ settings: provider.settings });
const { pool } = api.store.owner;
afterAll(async () => {
  await api.close();
  await provider.close();
});

const newEmail = () => `${randomUUID()}@example.test`;
const hoursAgo = (hours: number) => Math.floor(Date.now() / 1000) - hours * 3_600;
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

type Claims = { email: string; email_verified?: boolean; auth_time?: number };

/** A sign-in, with `again=true` one that asks for a new one, whose id token has these claims. */
async function signIn(browser: TestBrowser, claims: Claims, query = ''): Promise<Reply> {
  const begun = await browser.get(`${loginPath}?redirect=/account${query}`);
  const { searchParams } = new URL(begun.headers.get('location') ?? '');
  const nonce = searchParams.get('nonce');
  provider.issue(await provider.mint({ sub: claims.email, email_verified: true, nonce, ...claims }));
  const back = `/api/auth/callback?code=any&state=${searchParams.get('state')}`;
  return browser.get(back, { 'user-agent': agent });
}

const signInAgain = (browser: TestBrowser, claims: Claims) => signIn(browser, claims, '&again=true');
const createKey = (browser: TestBrowser) => browser.post('/api/user/api-keys', { name: 'Key' });
const listSessions = async (browser: TestBrowser) =>
  ((await browser.get('/api/user/sessions')).body as SessionsReply).data;
const notFresh = refusal('sign_in_again', 'Please sign in again to confirm that it is you');

async function listEvents(email: string): Promise<unknown[]> {
  await api.deps.audit.flush();
  const { rows } = await pool.query(
    `select e.name, e.actor, e.details, e.user_agent from audit_event e join app_user u on u.id = e.user_id
      where u.email = $1 order by e.id`,
    [email],
  );
  return rows;
}

describe('signing in again', () => {
  it('asks the provider to prompt for the account that is signed in', async () => {
    const [browser, email] = [api.browser(), newEmail()];
    await signIn(browser, { email });
    const begun = await browser.get(`${loginPath}?again=true`);
    const { searchParams } = new URL(begun.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
      login_hint: email,
    });
    const first = new URL((await api.browser().get(loginPath)).headers.get('location') ?? '');
    expect([first.searchParams.has('prompt'), first.searchParams.get('max_age')]).toEqual([false, '7776000']);
  });

  it('makes an old session fresh, and keeps it one session with one id', async () => {
    const [browser, email] = [api.browser(), newEmail()];
    await signIn(browser, { email });
    const [before] = await listSessions(browser);
    await api.ageSignIn(browser);
    const refused = await createKey(browser);
    expect([refused.status, refused.body]).toEqual([403, notFresh]);
    const reply = await signInAgain(browser, { email, auth_time: hoursAgo(0) });
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/account']);
    expect((await createKey(browser)).status).toBe(200);
    const [after, ...more] = await listSessions(browser);
    expect(more).toEqual([]);
    expect(after?.id).toBe(before?.id);
    expect(after).toMatchObject({
      device: { browser: 'Firefox', system: 'Linux' },
      sign_in_address: '127.0.0.1',
      last_address: '127.0.0.1',
    });
  });

  it('is refused when the provider only repeats an earlier sign-in, and the session stays', async () => {
    const [browser, email] = [api.browser(), newEmail()];
    await signIn(browser, { email });
    await api.ageSignIn(browser);
    const message = 'The identity provider did not ask you to sign in again';
    const reply = await signInAgain(browser, { email, auth_time: hoursAgo(1) });
    expectSignInRefused(reply, 400, refusal('sign_in_failed', message));
    expect((await createKey(browser)).body).toEqual(notFresh);
    expect(await listEvents(email)).toMatchObject([
      { name: 'sign_in' },
      { name: 'sign_in_failed', actor: 'user', details: { code: 'sign_in_failed' } },
    ]);
  });

  it('gives another account a session of its own and ends the one before', async () => {
    const [browser, email, other] = [api.browser(), newEmail(), newEmail()];
    await signIn(browser, { email });
    const [before] = await listSessions(browser);
    await signInAgain(browser, { email: other });
    expect((await listSessions(browser)).map(({ id }) => id === before?.id)).toEqual([false]);
    const text = 'select count(*)::int as count from user_session where public_id = $1';
    expect((await pool.query(text, [before?.id])).rows).toEqual([{ count: 0 }]);
  });
});

describe('a first sign-in', () => {
  it('counts from when the user proved at the provider who they are, if it says so', async () => {
    const [browser, email] = [api.browser(), newEmail()];
    await signIn(browser, { email, auth_time: hoursAgo(1) });
    expect((await createKey(browser)).body).toEqual(notFresh);
    const [session] = await listSessions(browser);
    expect(Date.now() - Date.parse(session?.signed_in_at ?? '')).toBeLessThan(600_000);
  });

  it('is recorded with the browser', async () => {
    const [browser, email] = [api.browser(), newEmail()];
    await signIn(browser, { email });
    const [session] = await listSessions(browser);
    const details = { session_id: session?.id, is_again: false };
    expect(await listEvents(email)).toEqual([{ name: 'sign_in', actor: 'user', details, user_agent: agent }]);
  });
});

describe('a refused sign-in', () => {
  it('is counted for the account whose address the provider has not verified', async () => {
    const email = newEmail();
    await signIn(api.browser(), { email });
    const thief = api.browser();
    for (let attempt = 0; attempt < 3; attempt += 1)
      expectSignInRefused(await signIn(thief, { email, email_verified: false }), 400, emailNotVerified);
    const text =
      'select name, actor, details, occurrences from audit_event where name = $1 and user_id is not null';
    await api.deps.audit.flush();
    const { rows } = await pool.query(`${text} and actor = 'anonymous'`, ['sign_in_failed']);
    expect(rows).toEqual([
      { name: 'sign_in_failed', actor: 'anonymous', details: { code: 'sign_in_failed' }, occurrences: 3 },
    ]);
  });
});
