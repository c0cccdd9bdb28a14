import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { loginPath } from '../../testing/sign-in.ts';
import { type Oddity, startOddProvider } from '../../testing/start-faulty-provider.ts';
import { startTestApi, type TestApi } from '../../testing/start-test-api.ts';
import type { Reply } from '../../testing/test-browser.ts';
import { openTestStore } from '../../testing/test-store.ts';

const provider = await startOddProvider();
const store = await openTestStore();
/** A new one for each test, because keys and endpoints are kept once they were read. */
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ store, settings: provider.settings });
});
afterEach(async () => {
  for (const endpoint of ['discovery', 'token', 'keys'] as const) provider.set(endpoint, undefined);
  await api.close();
  api = await startTestApi({ store, settings: provider.settings });
});
afterAll(async () => {
  await api.close();
  await store.close();
  await provider.close();
});

const right = { email: 'odd@example.test', email_verified: true, name: 'Odd' };
const unavailable = refusal('unavailable', 'The service is unavailable at the moment');
const invalidToken = refusal('invalid_id_token', 'The identity provider sent an invalid token');

/** A sign-in whose id token has these claims, or is what `tokenOf` makes of the nonce. */
async function signInWith(
  claims: Record<string, unknown>,
  tokenOf = (nonce: string) => provider.mint({ nonce, ...claims }),
): Promise<Reply> {
  const browser = api.browser();
  const begun = await browser.get(loginPath);
  if (begun.status !== 302) return begun;
  const { searchParams } = new URL(begun.headers.get('location') ?? '');
  provider.hand(await tokenOf(searchParams.get('nonce') ?? ''));
  return browser.get(`/api/auth/callback?code=any&state=${searchParams.get('state')}`);
}

function expectRefused(reply: Reply, status: number, body: unknown): void {
  expect([reply.status, reply.body]).toEqual([status, body]);
  expect(reply.headers.getSetCookie().some((line) => /^sid=[^;]/.test(line))).toBe(false);
}

describe('an id token', () => {
  it('signs in when all is right, also with "true" as a text', async () => {
    expect((await signInWith(right)).status).toBe(302);
    expect((await signInWith({ ...right, email_verified: 'true' })).status).toBe(302);
  });

  it.each([
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['no address', { email: undefined }],
    ['an address that is none', { email: 7 }],
    ['several audiences without ours', { aud: ['a', 'b'] }],
  ])('is refused with %s', async (_name, claims) => {
    expectRefused(await signInWith({ ...right, ...claims }), 400, invalidToken);
  });

  it.each([{ email_verified: false }, { email_verified: undefined }, { email_verified: 'false' }])(
    'is not believed its address with %o',
    async (claims) => {
      const message = 'The e-mail address is not verified at the identity provider';
      expectRefused(await signInWith({ ...right, ...claims }), 400, refusal('sign_in_failed', message));
    },
  );

  it('is refused when it was signed with our own secret instead of the provider’s key', async () => {
    const forge = (nonce: string) =>
      new SignJWT({ ...right, sub: 'odd', nonce })
        .setIssuer(provider.settings.OIDC_ISSUER ?? '')
        .setAudience(provider.settings.OIDC_CLIENT_ID ?? '')
        .setIssuedAt()
        .setExpirationTime('5m')
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(Buffer.from('secret'.padEnd(32, '!')));
    expectRefused(await signInWith({}, forge), 400, invalidToken);
  });

  it('is refused when an unknown key signed it', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forge = (nonce: string) =>
      new SignJWT({ ...right, sub: 'odd', nonce })
        .setIssuer(provider.settings.OIDC_ISSUER ?? '')
        .setAudience(provider.settings.OIDC_CLIENT_ID ?? '')
        .setIssuedAt()
        .setExpirationTime('5m')
        .setProtectedHeader({ alg: 'ES256', kid: 'other' })
        .sign(privateKey);
    expectRefused(await signInWith({}, forge), 400, invalidToken);
  });

  it.each(['', 'x', 'a.b.c'])('is refused when it is "%s"', async (token) => {
    expectRefused(await signInWith({}, async () => token), 400, invalidToken);
  });
});

describe('the token endpoint', () => {
  it.each<[string, Oddity]>([
    ['fails', { status: 500 }],
    ['shows a page', { status: 200, text: '<html>' }],
    ['is told to wait', { status: 429 }],
    ['refuses in words of its own', { status: 400, body: { message: 'no' } }],
  ])('is unavailable when it %s', async (_name, oddity) => {
    provider.set('token', oddity);
    expectRefused(await signInWith(right), 503, unavailable);
  });

  it('is believed when it refuses the code', async () => {
    provider.set('token', { status: 400, body: { error: 'invalid_grant' } });
    expectRefused(
      await signInWith(right),
      400,
      refusal('sign_in_failed', 'The identity provider refused the sign-in'),
    );
  });

  it('must send an id token', async () => {
    provider.set('token', { body: { access_token: 'a', token_type: 'Bearer' } });
    expectRefused(await signInWith(right), 400, invalidToken);
  });
});

describe('the keys', () => {
  it.each<[string, Oddity]>([
    ['fail', { status: 500 }],
    ['are a page', { text: '<html>' }],
    ['are no keys', { body: { keys: 'none' } }],
  ])('are unavailable when they %s', async (_name, oddity) => {
    provider.set('keys', oddity);
    expectRefused(await signInWith(right), 503, unavailable);
  });
});

describe('the discovery', () => {
  it.each<[string, Oddity]>([
    ['fails', { status: 500, text: 'no' }],
    ['lacks an endpoint', { body: { issuer: 'x' } }],
    [
      'speaks for another provider',
      {
        body: {
          issuer: 'https://evil.test',
          authorization_endpoint: 'https://evil.test/auth',
          token_endpoint: 'https://evil.test/token',
          jwks_uri: 'https://evil.test/keys',
        },
      },
    ],
  ])('is unavailable when it %s, and is read again at the next sign-in', async (_name, oddity) => {
    provider.set('discovery', oddity);
    expectRefused(await signInWith(right), 503, unavailable);
    provider.set('discovery', undefined);
    expect((await signInWith(right)).status).toBe(302);
  });
});
