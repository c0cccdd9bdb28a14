import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import {
  codeRefused,
  emailNotVerified,
  expectSignInRefused,
  invalidIdToken,
  providerUnavailable,
} from '../../testing/sign-in.ts';
import { type Fault, signInAtFaulty, startFaultyProvider } from '../../testing/start-faulty-provider.ts';
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

/** A sign-in whose id token has these claims, or is what `readToken` returns for the nonce. */
async function signInWith(
  claims: Record<string, unknown>,
  readToken?: (nonce: string) => Promise<string>,
): Promise<Reply> {
  return (await visitWith(claims, readToken)).reply;
}

const visitWith = (claims: Record<string, unknown>, readToken?: (nonce: string) => Promise<string>) =>
  signInAtFaulty(api, provider, { claims, readToken });

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

  for (const [options, cases] of splitCases(
    [
      ['no nonce', { nonce: undefined }],
      ['no subject', { sub: undefined }],
      ['an empty subject', { sub: '' }],
      ['no address', { email: undefined }],
      ['a number for an address', { email: 7 }],
      ['several audiences, none of them ours', { aud: ['a', 'b'] }],
      ['several audiences and the azp of another', { aud: ['other', 'atelier-faulty'], azp: 'other' }],
      ['several audiences and no azp', { aud: ['other', 'atelier-faulty'] }],
      ['the azp of another client', { azp: 'other' }],
      ['no end', { exp: undefined }],
      ['an end that is past', { exp: Math.floor(Date.now() / 1_000) - 60 }],
      ['no beginning', { iat: undefined }],
      ['a beginning in the future', { iat: Math.floor(Date.now() / 1_000) + 86_400 }],
      ['a subject of 300 characters', { sub: 'x'.repeat(300) }],
      ['NUL in its subject', { sub: 'a\u0000b' }],
      ['the hash of another access token', { at_hash: 'x' }],
      ['NUL in its address', { email: 'a\u0000@x.test' }],
      ['two addresses', { email: 'a@x.test, ops@atelier.test' }],
      ['a header in its address', { email: 'a@x.test\r\nBcc: v@x.test' }],
      ['an address of 100 kB', { email: `${'a'.repeat(100_000)}@x.test` }],
    ],
    2,
    'each-rule',
  ))
    it.each(cases)('is refused with %s', options, async (_name, claims) => {
      expectSignInRefused(await signInWith({ ...validClaims, ...claims }), 400, invalidIdToken);
    });

  for (const [options, cases] of splitCases(
    [{ email_verified: false }, { email_verified: undefined }, { email_verified: 'false' }],
    1,
    'each-rule',
  ))
    it.each(cases)('is refused when its address is not verified: %o', options, async (claims) => {
      expectSignInRefused(await signInWith({ ...validClaims, ...claims }), 400, emailNotVerified);
    });

  for (const [options, cases] of splitCases(
    [
      ['null', { name: null }, ''],
      ['a megabyte long', { name: 'x'.repeat(1_000_000) }, 'x'.repeat(200)],
      ['with signs that move text', { name: 'F\u0000a\u202ey\nBell' }, 'Fay Bell'],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)('signs in a user whose name is %s', options, async (_name, claims, shown) => {
      const sub = `named-${_name}`;
      const { browser, reply } = await visitWith({
        ...validClaims,
        email: `${_name.length}@example.test`,
        sub,
        ...claims,
      });
      expect(reply.status).toBe(302);
      const { user } = (await browser.get('/api/user/info')).body as { user: { name: string | null } };
      expect(user.name ?? '').toBe(shown);
    });

  for (const [options, cases] of splitCases([1e20, Date.now(), -1, 'yesterday', null], 1, 'each-rule'))
    it.each(cases)('signs in a user whose auth_time cannot be: %j', options, async (auth_time) => {
      expect((await signInWith({ ...validClaims, auth_time })).status).toBe(302);
    });

  it('is refused when its authentication is older than any sign-in may be', async () => {
    const auth_time = Math.floor(Date.now() / 1_000) - 91 * 86_400;
    const refused = refusal('sign_in_failed', 'The identity provider did not ask you to sign in again');
    expectSignInRefused(await signInWith({ ...validClaims, auth_time }), 400, refused);
  });

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

  for (const [options, cases] of splitCases(['', 'x', 'a.b.c'], 0, 'each-rule'))
    it.each(cases)('is refused when it is "%s"', options, async (token) => {
      expectSignInRefused(await signInWith({}, async () => token), 400, invalidIdToken);
    });
});

describe('the token endpoint', () => {
  for (const [options, cases] of splitCases<[string, Fault]>(
    [
      ['fails', { status: 500 }],
      ['replies with an HTML page', { status: 200, text: '<html>' }],
      ['asks us to slow down', { status: 429 }],
      ['refuses with an error outside the protocol', { status: 400, body: { message: 'no' } }],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)('makes the sign-in unavailable when it %s', options, async (_name, fault) => {
      provider.set('token', fault);
      expectSignInRefused(await signInWith(validClaims), 503, providerUnavailable);
    });

  it('makes the sign-in fail when it refuses the code', async () => {
    provider.set('token', { status: 400, body: { error: 'invalid_grant' } });
    expectSignInRefused(await signInWith(validClaims), 400, codeRefused);
  });

  it('makes the sign-in fail when it sends no id token', { tags: 'each-rule' }, async () => {
    provider.set('token', { body: { access_token: 'a', token_type: 'Bearer' } });
    expectSignInRefused(await signInWith(validClaims), 400, invalidIdToken);
  });
});

describe('the key set', () => {
  for (const [options, cases] of splitCases<[string, Fault]>(
    [
      ['fails', { status: 500 }],
      ['is an HTML page', { text: '<html>' }],
      ['holds no keys', { body: { keys: 'none' } }],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)('makes the sign-in unavailable when it %s', options, async (_name, fault) => {
      provider.set('keys', fault);
      expectSignInRefused(await signInWith(validClaims), 503, providerUnavailable);
    });
});

describe('the discovery document', () => {
  for (const [options, cases] of splitCases<[string, Fault]>(
    [
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
    ],
    1,
    'each-rule',
  ))
    it.each(cases)(
      'makes the sign-in unavailable when it %s, and is read again at the next one',
      options,
      async (_name, fault) => {
        provider.set('discovery', fault);
        expectSignInRefused(await signInWith(validClaims), 503, providerUnavailable);
        provider.set('discovery', undefined);
        expect((await signInWith(validClaims)).status).toBe(302);
      },
    );
});
