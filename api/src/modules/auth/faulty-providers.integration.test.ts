import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  codeRefused,
  emailNotVerified,
  expectSignInRefused,
  invalidIdToken,
  loginPath,
  providerUnavailable,
} from '../../testing/sign-in.ts';
import { type Fault, startFaultyProvider } from '../../testing/start-faulty-provider.ts';
import { startTestApi, type TestApi } from '../../testing/start-test-api.ts';
import type { Reply } from '../../testing/test-browser.ts';
import { openTestStore } from '../../testing/test-store.ts';

const provider = await startFaultyProvider();
const store = await openTestStore();
/** A new one for each test, because it caches the provider's keys and endpoints. */
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

const validClaims = { email: 'fay@example.test', email_verified: true, name: 'Fay' };

/** A sign-in whose id token has these claims, or is what `tokenOf` returns for the nonce. */
async function signInWith(
  claims: Record<string, unknown>,
  tokenOf = (nonce: string) => provider.mint({ nonce, ...claims }),
): Promise<Reply> {
  const browser = api.browser();
  const begun = await browser.get(loginPath);
  if (begun.status !== 302) return begun;
  const { searchParams } = new URL(begun.headers.get('location') ?? '');
  provider.issue(await tokenOf(searchParams.get('nonce') ?? ''));
  return browser.get(`/api/auth/callback?code=any&state=${searchParams.get('state')}`);
}

function sign(header: JWTHeaderParameters, key: KeyObject | Uint8Array, nonce: string): Promise<string> {
  return new SignJWT({ ...validClaims, sub: 'faulty', nonce })
    .setIssuer(provider.settings.OIDC_ISSUER ?? '')
    .setAudience(provider.settings.OIDC_CLIENT_ID ?? '')
    .setIssuedAt()
    .setExpirationTime('5m')
    .setProtectedHeader(header)
    .sign(key);
}

describe('an id token', () => {
  it('signs the user in when it is valid, also with email_verified as the string "true"', async () => {
    expect((await signInWith(validClaims)).status).toBe(302);
    expect((await signInWith({ ...validClaims, email_verified: 'true' })).status).toBe(302);
  });

  it.each([
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['an empty subject', { sub: '' }],
    ['no address', { email: undefined }],
    ['a number for an address', { email: 7 }],
    ['several audiences, none of them ours', { aud: ['a', 'b'] }],
  ])('is refused with %s', async (_name, claims) => {
    expectSignInRefused(await signInWith({ ...validClaims, ...claims }), 400, invalidIdToken);
  });

  it.each([{ email_verified: false }, { email_verified: undefined }, { email_verified: 'false' }])(
    'is refused when its address is not verified: %o',
    async (claims) => {
      expectSignInRefused(await signInWith({ ...validClaims, ...claims }), 400, emailNotVerified);
    },
  );

  it('is refused when it is signed with the client secret instead of the provider’s key', async () => {
    const secret = Buffer.from('secret'.padEnd(32, '!'));
    const forge = (nonce: string) => sign({ alg: 'HS256', kid: 'one' }, secret, nonce);
    expectSignInRefused(await signInWith({}, forge), 400, invalidIdToken);
  });

  it('is refused when it is signed with an unknown key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const forge = (nonce: string) => sign({ alg: 'ES256', kid: 'other' }, privateKey, nonce);
    expectSignInRefused(await signInWith({}, forge), 400, invalidIdToken);
  });

  it.each(['', 'x', 'a.b.c'])('is refused when it is "%s"', async (token) => {
    expectSignInRefused(await signInWith({}, async () => token), 400, invalidIdToken);
  });
});

describe('the token endpoint', () => {
  it.each<[string, Fault]>([
    ['fails', { status: 500 }],
    ['replies with an HTML page', { status: 200, text: '<html>' }],
    ['asks us to slow down', { status: 429 }],
    ['refuses with an error outside the protocol', { status: 400, body: { message: 'no' } }],
  ])('makes the sign-in unavailable when it %s', async (_name, fault) => {
    provider.set('token', fault);
    expectSignInRefused(await signInWith(validClaims), 503, providerUnavailable);
  });

  it('makes the sign-in fail when it refuses the code', async () => {
    provider.set('token', { status: 400, body: { error: 'invalid_grant' } });
    expectSignInRefused(await signInWith(validClaims), 400, codeRefused);
  });

  it('makes the sign-in fail when it sends no id token', async () => {
    provider.set('token', { body: { access_token: 'a', token_type: 'Bearer' } });
    expectSignInRefused(await signInWith(validClaims), 400, invalidIdToken);
  });
});

describe('the key set', () => {
  it.each<[string, Fault]>([
    ['fails', { status: 500 }],
    ['is an HTML page', { text: '<html>' }],
    ['holds no keys', { body: { keys: 'none' } }],
  ])('makes the sign-in unavailable when it %s', async (_name, fault) => {
    provider.set('keys', fault);
    expectSignInRefused(await signInWith(validClaims), 503, providerUnavailable);
  });
});

describe('the discovery document', () => {
  it.each<[string, Fault]>([
    ['cannot be read', { status: 500, text: 'no' }],
    ['lacks an endpoint', { body: { issuer: 'x' } }],
    [
      'names another issuer',
      {
        body: {
          issuer: 'https://evil.test',
          authorization_endpoint: 'https://evil.test/auth',
          token_endpoint: 'https://evil.test/token',
          jwks_uri: 'https://evil.test/keys',
        },
      },
    ],
  ])('makes the sign-in unavailable when it %s, and is read again at the next one', async (_name, fault) => {
    provider.set('discovery', fault);
    expectSignInRefused(await signInWith(validClaims), 503, providerUnavailable);
    provider.set('discovery', undefined);
    expect((await signInWith(validClaims)).status).toBe(302);
  });
});
