import { startOpenidProvider } from '@atelier/dev-stack';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import {
  codeRefused,
  expectSignInRefused,
  loginPath,
  providerSettings,
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
afterAll(async () => {
  await api.close();
  await store.close();
  await provider.close();
});

const badState = refusal(
  'invalid_oauth_state',
  'The sign-in could not be matched to this browser; please try again',
);
const beginSignIn = async (browser: TestBrowser, email = 'paid@atelier.test') =>
  visitProvider(await browser.get(`${loginPath}?login_hint=${email}`));

describe('several tabs of one browser', () => {
  const pendingIn = (browser: TestBrowser) =>
    [...browser.cookies.keys()].filter((name) => name.startsWith('sign-in'));

  it('sign in each, in whatever order they come back', async () => {
    const browser = api.browser();
    const backs = [
      await beginSignIn(browser, 'anna@example.test'),
      await beginSignIn(browser, 'berta@example.test'),
    ];
    for (const back of backs.toReversed()) {
      const reply = await browser.get(back);
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([302, 'no-store']);
    }
    expect(pendingIn(browser)).toEqual([]);
    expect((await browser.get('/api/user/info')).body).toMatchObject({
      user: { email: 'anna@example.test' },
    });
  });

  it('keep what is pending while a foreign link leads to the callback', async () => {
    const browser = api.browser();
    const back = await beginSignIn(browser);
    for (const query of ['', '?state=x', `?code=a&state=${'y'.repeat(43)}`, '?error=access_denied'])
      expectSignInRefused(await browser.get(`/api/auth/callback${query}`), 400, badState);
    expect(pendingIn(browser)).toHaveLength(1);
    expect((await browser.get(back)).status).toBe(302);
  });

  it('use up what is pending when the sign-in fails', async () => {
    const browser = api.browser();
    const back = await beginSignIn(browser);
    const failed = back.replace(/code=[^&]+/, 'code=none');
    expectSignInRefused(await browser.get(failed), 400, codeRefused);
    expectSignInRefused(await browser.get(back), 400, badState);
  });

  it('are at most four, of which the oldest makes room', async () => {
    const browser = api.browser();
    const backs: string[] = [];
    for (let tab = 0; tab < 6; tab += 1) backs.push(await beginSignIn(browser));
    expect(pendingIn(browser)).toHaveLength(4);
    expectSignInRefused(await browser.get(backs[0] ?? ''), 400, badState);
    for (const back of backs.slice(2)) expect((await browser.get(back)).status).toBe(302);
  });
});

it('a sign-in succeeds when the provider gives address and name at its UserInfo endpoint alone', async () => {
  const bare = await startOpenidProvider({
    redirectUris: [`${publicUrl}/api/auth/callback`],
    claimsIn: 'userinfo',
  });
  const itsApi = await startTestApi({ store, settings: providerSettings(bare) });
  onTestFinished(async () => {
    await itsApi.close();
    await bare.close();
  });
  const browser = itsApi.browser();
  expect((await signIn(browser, 'bare@example.test')).status).toBe(302);
  expect((await browser.get('/api/user/info')).body).toMatchObject({
    user: { email: 'bare@example.test', name: 'bare' },
  });
});
