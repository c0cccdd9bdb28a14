import { splitCases } from '@atelier/dev-stack/test-sets';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  codeRefused,
  emailNotVerified,
  expectSignInRefused,
  invalidIdToken,
  loginPath,
  providerUnavailable,
} from '../../testing/sign-in.ts';
import {
  accessToken,
  type Fault,
  signInAtFaulty,
  startFaultyProvider,
} from '../../testing/start-faulty-provider.ts';
import { startTestApi, type TestApi } from '../../testing/start-test-api.ts';
import { openTestStore } from '../../testing/test-store.ts';

const provider = await startFaultyProvider();
const store = await openTestStore();
/** A new one for each test, because it caches the provider's endpoints. */
let api: TestApi;
const start = async (settings: Record<string, string> = {}) => {
  api = await startTestApi({ store, settings: { ...provider.settings, ...settings } });
};
beforeAll(() => start());
afterEach(async () => {
  provider.set('userinfo', undefined);
  provider.describe({});
  provider.register(undefined);
  await api.close();
  await start();
});
afterAll(async () => {
  await api.close();
  await store.close();
  await provider.close();
});

const validClaims = { email: 'fay@example.test', email_verified: true, name: 'Fay' };
const visitWith = (claims: Record<string, unknown>) => signInAtFaulty(api, provider, { claims });
const signInWith = async (claims: Record<string, unknown>) => (await visitWith(claims)).reply;

describe('the UserInfo endpoint', () => {
  const { email, email_verified, name } = validClaims;
  const describeIt = () =>
    provider.describe({ userinfo_endpoint: `${provider.settings.OIDC_ISSUER}/userinfo` });

  it.each([
    ['JSON', async () => ({ body: { sub: 'faulty', email, email_verified, name } })],
    [
      'a signed token',
      async () => ({ type: 'application/jwt', text: await provider.mint({ email, email_verified, name }) }),
    ],
  ])('gives what the id token leaves out, as %s', async (_form, answer) => {
    describeIt();
    provider.set('userinfo', await answer());
    const { browser, reply } = await visitWith({});
    expect(reply.status).toBe(302);
    expect((await browser.get('/api/user/info')).body).toMatchObject({ user: { email, name } });
    expect(provider.asked.at(-1)).toBe(`Bearer ${accessToken}`);
  });

  it('is not asked when the id token has an address', async () => {
    describeIt();
    const before = provider.asked.length;
    expect((await signInWith(validClaims)).status).toBe(302);
    expect(provider.asked).toHaveLength(before);
  });

  for (const [options, cases] of splitCases<[string, () => Promise<Fault>]>(
    [
      ['describes another subject', async () => ({ body: { sub: 'other', email, email_verified } })],
      ['names no subject', async () => ({ body: { email, email_verified } })],
      ['gives no address', async () => ({ body: { sub: 'faulty' } })],
      [
        'gives two addresses',
        async () => ({ body: { sub: 'faulty', email: 'a@x.test,b@x.test', email_verified } }),
      ],
      ['refuses the access token', async () => ({ status: 401, body: {} })],
      [
        'is signed for another client',
        async () => ({
          type: 'application/jwt',
          text: await provider.mint({ email, email_verified, aud: 'other' }),
        }),
      ],
      ['is signed with no key', async () => ({ type: 'application/jwt', text: 'a.b.c' })],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)('makes the sign-in fail when it %s', options, async (_name, fault) => {
      describeIt();
      provider.set('userinfo', await fault());
      expectSignInRefused(await signInWith({}), 400, invalidIdToken);
    });

  it('makes the sign-in fail when its address is not verified', { tags: 'each-rule' }, async () => {
    describeIt();
    provider.set('userinfo', { body: { sub: 'faulty', email, email_verified: false } });
    expectSignInRefused(await signInWith({}), 400, emailNotVerified);
  });

  for (const [options, cases] of splitCases<[string, Fault]>(
    [
      ['fails', { status: 500 }],
      ['is an HTML page', { text: '<html>' }],
      ['answers with a list', { body: [] }],
      [
        'answers with more than four megabytes',
        { body: { sub: 'faulty', email, more: 'x'.repeat(5_000_000) } },
      ],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)('makes the sign-in unavailable when it %s', options, async (_name, fault) => {
      describeIt();
      provider.set('userinfo', fault);
      expectSignInRefused(await signInWith({}), 503, providerUnavailable);
    });
});

describe('the client', () => {
  const bothWays = ['client_secret_post', 'client_secret_basic'] as const;

  for (const [options, cases] of splitCases(bothWays, 1, 'each-rule'))
    it.each(cases)('authenticates by %s where the provider offers that alone', options, async (method) => {
      provider.describe({ token_endpoint_auth_methods_supported: ['private_key_jwt', method] });
      provider.register(method);
      expect((await signInWith(validClaims)).status).toBe(302);
    });

  for (const [options, cases] of splitCases(bothWays, 1, 'each-rule'))
    it.each(cases)('authenticates by %s where the provider offers both', options, async (method) => {
      provider.describe({ token_endpoint_auth_methods_supported: bothWays });
      provider.register(method);
      expect((await signInWith(validClaims)).status).toBe(302);
    });

  it('cannot sign in where the provider offers neither, and the log says so', async () => {
    provider.describe({ token_endpoint_auth_methods_supported: ['private_key_jwt'] });
    await api.close();
    await start({ LOG_LEVEL: 'warn' });
    expectSignInRefused(await signInWith(validClaims), 400, codeRefused);
    expect(api.logText()).toContain('offers none of client_secret_basic, client_secret_post');
  });

  it('asks for the scopes that the provider has', async () => {
    provider.describe({ scopes_supported: ['openid', 'email'] });
    const begun = await api.browser().get(loginPath);
    expect(new URL(begun.headers.get('location') ?? '').searchParams.get('scope')).toBe('openid email');
  });

  it('refuses an answer without its issuer where the provider always names it', async () => {
    provider.describe({ authorization_response_iss_parameter_supported: true });
    expect((await signInWith(validClaims)).body).toMatchObject({ code: 'invalid_oauth_state' });
  });
});

for (const [options, cases] of splitCases(
  ['RS256', 'RS512', 'PS256', 'PS384', 'ES384', 'EdDSA'],
  1,
  'each-rule',
))
  it.each(cases)(
    'a sign-in succeeds when tokens are signed with %s and the issuer has a path',
    options,
    async (alg) => {
      const other = await startFaultyProvider({ alg, path: '/realms/one' });
      const itsApi = await startTestApi({ store, settings: other.settings });
      onTestFinished(async () => {
        await itsApi.close();
        await other.close();
      });
      const browser = itsApi.browser();
      const { searchParams } = new URL((await browser.get(loginPath)).headers.get('location') ?? '');
      other.issue(await other.mint({ ...validClaims, nonce: searchParams.get('nonce') }));
      const back = `/api/auth/callback?code=any&state=${searchParams.get('state')}`;
      expect((await browser.get(back)).status).toBe(302);
    },
  );
