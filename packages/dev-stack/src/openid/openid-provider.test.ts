import { CodeChallengeMethod, generateCodeVerifier, OAuth2Client, OAuth2RequestError } from 'arctic';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { afterAll, afterEach, expect, it } from 'vitest';
import { startOpenidProvider } from './openid-provider.ts';

const redirectUri = 'http://localhost:3000/api/auth/callback';
const provider = await startOpenidProvider({ redirectUris: [redirectUri] });
const client = new OAuth2Client(provider.clientId, provider.clientSecret, redirectUri);
const keys = createRemoteJWKSet(new URL(`${provider.issuer}/jwks`));
const scopes = ['openid', 'email', 'profile'];

afterEach(() => provider.tamper(undefined));
afterAll(() => provider.close());

function authorizationUrl(verifier: string, extra: Record<string, string> = {}): URL {
  const endpoint = `${provider.issuer}/auth`;
  const url = client.createAuthorizationURLWithPKCE(
    endpoint,
    'the-state',
    CodeChallengeMethod.S256,
    verifier,
    scopes,
  );
  for (const [name, value] of Object.entries({ nonce: 'the-nonce', ...extra }))
    url.searchParams.set(name, value);
  return url;
}

async function visit(url: URL | string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { redirect: 'manual', ...init });
}

function target(response: Response): URL {
  return new URL(response.headers.get('location') ?? '', provider.issuer);
}

async function codeFor(email: string, verifier: string): Promise<string> {
  const back = target(await visit(authorizationUrl(verifier, { login_hint: email })));
  return back.searchParams.get('code') ?? '';
}

async function exchange(code: string, verifier: string): Promise<string> {
  const tokens = await client.validateAuthorizationCode(`${provider.issuer}/token`, code, verifier);
  return tokens.idToken();
}

async function verify(idToken: string): Promise<JWTPayload> {
  const { issuer, clientId } = provider;
  const options = { issuer, audience: clientId, algorithms: ['ES256'], maxTokenAge: '5m' };
  return (await jwtVerify(idToken, keys, options)).payload;
}

async function idTokenFor(email: string): Promise<string> {
  const verifier = generateCodeVerifier();
  return exchange(await codeFor(email, verifier), verifier);
}

it('the provider publishes its endpoints', async () => {
  const discovery = await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json();
  expect(discovery).toMatchObject({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/auth`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
  });
});

it('the provider redirects back immediately for a login hint, with state and issuer', async () => {
  const response = await visit(authorizationUrl(generateCodeVerifier(), { login_hint: 'paid@atelier.test' }));
  const back = target(response);
  expect(response.status).toBe(303);
  expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
  expect(back.searchParams.get('state')).toBe('the-state');
  expect(back.searchParams.get('iss')).toBe(provider.issuer);
});

it('the provider issues a token with verified address, name, nonce and a stable subject', async () => {
  const claims = await verify(await idTokenFor('Paid@Atelier.test'));
  expect(claims).toMatchObject({
    sub: 'local|paid@atelier.test',
    email: 'paid@atelier.test',
    email_verified: true,
    name: 'Pat Paid',
    nonce: 'the-nonce',
  });
  expect((await verify(await idTokenFor('anna@example.com'))).name).toBe('anna');
});

it('the provider shows the ready accounts without a hint, and signs in the chosen one', async () => {
  const verifier = generateCodeVerifier();
  const start = await visit(authorizationUrl(verifier));
  const cookie = start.headers.getSetCookie().map((line) => line.split(';')[0]);
  const headers = { cookie: cookie.join('; '), 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' };
  const page = await visit(target(start), { headers });
  const html = await page.text();
  expect(html).toContain('lang="zh-CN"');
  for (const name of ['paid', 'new', 'ops']) expect(html).toContain(`value="${name}@atelier.test"`);
  const refused = await visit(target(start), {
    method: 'POST',
    headers,
    body: new URLSearchParams({ email: '<b>' }),
  });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('value="&lt;b&gt;"');
  const body = new URLSearchParams({ email: 'new@atelier.test' });
  const chosen = await visit(target(start), { method: 'POST', headers, body });
  const code = target(await visit(target(chosen), { headers })).searchParams.get('code') ?? '';
  expect((await verify(await exchange(code, verifier))).email).toBe('new@atelier.test');
});

it('the provider shows the accounts at every sign-in instead of remembering the last one', async () => {
  const first = await visit(authorizationUrl(generateCodeVerifier(), { login_hint: 'paid@atelier.test' }));
  const cookie = first.headers.getSetCookie().map((line) => line.split(';')[0]);
  const second = await visit(authorizationUrl(generateCodeVerifier()), {
    headers: { cookie: cookie.join('; ') },
  });
  expect(target(second).pathname).toMatch(/^\/interaction\//);
});

it('the provider shows the page for prompt=login although an address is given, and reports when the user signed in', async () => {
  const verifier = generateCodeVerifier();
  const again = { login_hint: 'anna@example.com', prompt: 'login', max_age: '0' };
  const start = await visit(authorizationUrl(verifier, again));
  expect(target(start).pathname).toMatch(/^\/interaction\//);
  const cookie = start.headers.getSetCookie().map((line) => line.split(';')[0]);
  const headers = { cookie: cookie.join('; ') };
  const page = await visit(target(start), { headers });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('value="anna@example.com"');
  const body = new URLSearchParams({ email: 'anna@example.com' });
  const chosen = await visit(target(start), { method: 'POST', headers, body });
  const code = target(await visit(target(chosen), { headers })).searchParams.get('code') ?? '';
  const claims = await verify(await exchange(code, verifier));
  expect(claims).toMatchObject({ email: 'anna@example.com', auth_time: expect.any(Number) });
});

it('the provider signs in another account in the same browser', async () => {
  const jar = new Map<string, string>();
  const browse = async (url: URL, init: RequestInit = {}) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await visit(url, { ...init, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  };
  const verifier = generateCodeVerifier();
  for (const email of ['anna@example.com', 'berta@example.com']) {
    const page = target(await browse(authorizationUrl(verifier, { prompt: 'login' })));
    const chosen = await browse(page, { method: 'POST', body: new URLSearchParams({ email }) });
    const code = target(await browse(target(chosen))).searchParams.get('code') ?? '';
    expect((await verify(await exchange(code, verifier))).email).toBe(email);
  }
});

it('the provider refuses a request without PKCE and redirects with the error', async () => {
  const url = authorizationUrl(generateCodeVerifier(), { login_hint: 'paid@atelier.test' });
  url.searchParams.delete('code_challenge');
  url.searchParams.delete('code_challenge_method');
  const back = target(await visit(url));
  expect(back.searchParams.get('error')).toBe('invalid_request');
  expect(back.searchParams.get('code')).toBeNull();
});

it('the provider refuses an unregistered callback address without a redirect', async () => {
  const url = authorizationUrl(generateCodeVerifier(), { redirect_uri: 'http://evil.example/cb' });
  const response = await visit(url);
  expect(response.status).toBe(400);
  expect(response.headers.get('location')).toBeNull();
});

it('the provider refuses a wrong verifier and a used code', async () => {
  const verifier = generateCodeVerifier();
  const code = await codeFor('paid@atelier.test', verifier);
  await expect(exchange(code, generateCodeVerifier())).rejects.toThrow(OAuth2RequestError);
  await exchange(code, verifier);
  await expect(exchange(code, verifier)).rejects.toThrow(OAuth2RequestError);
});

it('the provider answers an expired sign-in page with advice instead of an error', async () => {
  const response = await visit(`${provider.issuer}/interaction/gone`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('start again');
});

it.each(['audience', 'issuer', 'expired', 'signature', 'algorithm'] as const)(
  'the provider issues a token with a wrong %s that a strict client refuses',
  async (fault) => {
    provider.tamper(fault);
    await expect(verify(await idTokenFor('paid@atelier.test'))).rejects.toThrow();
  },
);

it('the provider issues tokens with a wrong nonce or an unverified address that are otherwise valid', async () => {
  provider.tamper('nonce');
  expect((await verify(await idTokenFor('paid@atelier.test'))).nonce).toBe('another-nonce');
  provider.tamper('unverified-email');
  expect((await verify(await idTokenFor('paid@atelier.test'))).email_verified).toBe(false);
});
