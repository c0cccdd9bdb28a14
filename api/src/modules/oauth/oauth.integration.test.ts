import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makeLocalCertificate } from '@atelier/dev-stack/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { withKey } from '../../testing/api-key.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
/** Clients send tokens without TLS to this computer only. */
const publicUrl = 'http://localhost:3999';
const settings = {
  PUBLIC_URL: publicUrl,
  // Serves what programs say about themselves.
  WEBHOOK_TRUSTED_HOSTS: 'localhost:*',
  WEBHOOK_SIGNING_KEY: randomBytes(32).toString('base64'),
};
const api = await startTestApi({ store, settings });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

type Json = Record<string, unknown>;
/** Programs know the public address only. */
const toApi = (url: string | URL) => String(url).replace(publicUrl, api.url);
const fetchApi = (url: string | URL, init?: RequestInit) => fetch(toApi(url), init);

/** Path and query of our own address. */
const local = (address: string | null) => {
  const { pathname, search } = new URL(address ?? '', publicUrl);
  return `${pathname}${search}`;
};

/** Opens the address that a program sends its user to; resolves to the name of what is asked. */
async function openRequest(user: TestUser, address: string): Promise<string> {
  const asked = await user.get(local(address), { accept: 'text/html' });
  expect([asked.status, asked.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/api\/connections\/[\w-]{43}$/),
  ]);
  const id = asked.headers.get('location')?.split('/').at(-1) ?? '';
  const page = await user.get(`/api/connections/${id}`, { accept: 'text/html' });
  expect([page.status, page.headers.get('location')]).toEqual([302, `/connect/${id}`]);
  return id;
}

const answer = (user: TestUser, id: string, body: object) => user.post(`/api/connections/${id}/answer`, body);

/** Allows what is asked, and resolves to what the program gets in the query of its own address. */
async function allow(user: TestUser, address: string, limits: object = {}): Promise<URLSearchParams> {
  const id = await openRequest(user, address);
  const allowed = await answer(user, id, { answer: 'allow', ...limits });
  expect([allowed.status, allowed.body]).toMatchObject([200, { success: true }]);
  return follow(user, (allowed.body as { continue_at: string }).continue_at);
}

async function follow(user: TestUser, path: string): Promise<URLSearchParams> {
  const back = await user.get(path, { accept: 'text/html' });
  expect(back.status).toBe(303);
  return new URL(back.headers.get('location') ?? '').searchParams;
}

const redirectUri = 'http://localhost:33418/callback';

/** Remembers what a host remembers of its sign-in. */
class HostMemory {
  redirectUrl = redirectUri;
  clientMetadata = {
    client_name: 'A host',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  address = '';
  #client: never | undefined;
  #tokens: Json | undefined;
  #verifier = '';
  #discovery: unknown;
  discoveryState = () => this.#discovery as never;
  saveDiscoveryState = (state: unknown) => {
    this.#discovery = state;
  };
  invalidateCredentials = () => {
    this.#tokens = undefined;
  };
  clientInformation = () => this.#client;
  saveClientInformation = (client: unknown) => {
    this.#client = client as never;
  };
  tokens = () => this.#tokens as never;
  saveTokens = (tokens: unknown) => {
    this.#tokens = tokens as Json;
  };
  redirectToAuthorization = (url: URL) => {
    this.address = url.href;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

const mcpUrl = new URL(`${publicUrl}/mcp`);
const identity = { name: 'test', version: '1.0.0' };
const hosts = {
  '2026-07-28': (memory: HostMemory) => {
    const client = new Client(identity);
    const open = () => new StreamableHTTPClientTransport(mcpUrl, { authProvider: memory, fetch: fetchApi });
    const first = open();
    return {
      client,
      tryFirst: () => client.connect(first),
      finish: (back: URLSearchParams) => first.finishAuth(back),
      connect: () => client.connect(open()),
    };
  },
  '2025-11-25': (memory: HostMemory) => {
    const client = new EarlierClient(identity);
    const open = () => new EarlierTransport(mcpUrl, { authProvider: memory, fetch: fetchApi });
    const first = open();
    return {
      client,
      tryFirst: () => client.connect(first as never),
      finish: (back: URLSearchParams) => first.finishAuth(back.get('code') ?? ''),
      connect: () => client.connect(open() as never),
    };
  },
};

describe.each(Object.keys(hosts) as (keyof typeof hosts)[])(
  'a host whose client speaks revision %s',
  (revision) => {
    it('registers, is allowed within limits, and acts for its user until they end it', async () => {
      const user = await api.user({ credits: 100 });
      const memory = new HostMemory();
      const { client, tryFirst, finish, connect } = hosts[revision](memory);
      await expect(tryFirst()).rejects.toThrow(/Unauthorized/i);
      const asked = new URL(memory.address).searchParams;
      expect([asked.get('resource'), asked.get('code_challenge_method'), asked.get('scope')]).toEqual([
        `${publicUrl}/mcp`,
        'S256',
        'generate read files',
      ]);
      const limits = { total_budget_credits: 30, job_budget_credits: 20, kinds: ['flux-schnell'] };
      const back = await allow(user, memory.address, limits);
      await finish(back);
      await connect();
      const { structuredContent } = (await client.callTool({ name: 'account', arguments: {} })) as Json;
      expect(structuredContent).toMatchObject({ credits: { left: 100 }, key: { total_budget_credits: 30 } });
      const { data } = (await user.get('/api/user/api-keys')).body as { data: (Json & { id: string })[] };
      expect(data).toMatchObject([
        { name: 'A host', ending: '', client: { name: 'A host', host: 'localhost:33418' }, ...limits },
      ]);
      await user.request(`/api/user/api-keys/${data[0]?.id}`, { method: 'DELETE' });
      await expect(client.callTool({ name: 'account', arguments: {} })).rejects.toThrow();
      await client.close();
    });
  },
);

/** A program with requests of its own, as any client of OAuth sends them. */
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

const sendRegistration = (metadata: Json) =>
  fetchApi(`${publicUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A program', redirect_uris: [redirectUri], ...metadata }),
  });

async function register(metadata: Json = {}): Promise<string> {
  const reply = await sendRegistration(metadata);
  const registered = (await reply.json()) as { client_id: string };
  expect([reply.status, registered]).toMatchObject([201, { token_endpoint_auth_method: 'none' }]);
  return registered.client_id;
}

function ask(clientId: string, changes: Record<string, string | undefined> = {}): string {
  const address = new URL('/oauth/authorize', publicUrl);
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    ...changes,
  };
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
}

async function send(path: string, fields: Record<string, string>): Promise<{ status: number; body: Json }> {
  const reply = await fetchApi(`${publicUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await reply.text();
  return { status: reply.status, body: text ? (JSON.parse(text) as Json) : {} };
}

const exchange = (clientId: string, code: string | null) =>
  send('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code: code ?? '',
  });

const renew = (clientId: string, token: unknown) =>
  send('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: String(token) });

async function connect(user: TestUser, limits: object = {}) {
  const clientId = await register();
  const back = await allow(user, ask(clientId), limits);
  expect([back.get('state'), back.get('iss')]).toEqual(['a state', publicUrl]);
  const code = back.get('code');
  const { status, body } = await exchange(clientId, code);
  expect([status, body]).toMatchObject([200, { token_type: 'Bearer', expires_in: 3_600 }]);
  return { clientId, code, token: String(body.access_token), refresh: String(body.refresh_token), body };
}

const program = api.browser();
const read = async (token: string) => (await program.get('/api/user/info', bearer(token))).status;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const listKeys = async (user: TestUser) =>
  ((await user.get('/api/user/api-keys')).body as { data: (Json & { id: string })[] }).data;

describe('a program that signs in', () => {
  it('spends within its limits, as a key does', async () => {
    const user = await api.user({ credits: 100 });
    const { token, body } = await connect(user, { total_budget_credits: 30, scopes: ['generate'] });
    expect(body.scope).toBe('generate');
    const fox = { kind: 'flux-schnell', input: { prompt: 'A red fox' } };
    const create = () => program.post('/api/generations', fox, withKey(token, 'Bearer'));
    expect([(await create()).status, (await create()).body]).toMatchObject([
      200,
      { code: 'key_budget_reached', cap: 30, spent: 20 },
    ]);
    expect((await program.get('/api/user/info', bearer(token))).body).toMatchObject({
      code: 'key_scope_missing',
    });
    expect(await listKeys(user)).toMatchObject([{ spent_credits: 20, scopes: ['generate'] }]);
  });

  it('renews its token, and loses everything when a used one comes again', async () => {
    const user = await api.user();
    const { clientId, token, refresh } = await connect(user);
    const renewed = await renew(clientId, refresh);
    expect([renewed.status, await read(String(renewed.body.access_token)), await read(token)]).toEqual([
      200, 200, 200,
    ]);
    const stolen = await renew(clientId, refresh);
    expect([stolen.status, stolen.body]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect([await read(String(renewed.body.access_token)), await listKeys(user)]).toEqual([401, []]);
  });

  it('loses everything when its code is used twice', async () => {
    const user = await api.user();
    const { clientId, code, token } = await connect(user);
    expect((await exchange(clientId, code)).body).toMatchObject({ error: 'invalid_grant' });
    expect([await read(token), await listKeys(user)]).toEqual([401, []]);
  });

  it('loses everything when two requests use its code or its token at once', async () => {
    const user = await api.user();
    const clientId = await register();
    const code = (await allow(user, ask(clientId))).get('code');
    const { refresh, ...connected } = await connect(user);
    const atOnce = async (use: () => ReturnType<typeof send>) => {
      const replies = await Promise.all(Array.from({ length: 8 }, use));
      const given = replies.filter(({ status }) => status === 200);
      expect(given.length).toBeLessThanOrEqual(1);
      for (const { status, body } of replies)
        if (status !== 200) expect([status, body]).toMatchObject([400, { error: 'invalid_grant' }]);
      for (const { body } of given) expect(await read(String(body.access_token))).toBe(401);
    };
    await atOnce(() => exchange(clientId, code));
    expect(await listKeys(user)).toHaveLength(1);
    await atOnce(() => renew(connected.clientId, refresh));
    expect(await listKeys(user)).toEqual([]);
  });

  it('ends its own connection', async () => {
    const user = await api.user();
    const { clientId, token, refresh } = await connect(user);
    expect((await send('/oauth/revoke', { client_id: clientId, token: refresh })).status).toBe(200);
    expect([await read(token), await listKeys(user)]).toEqual([401, []]);
  });

  it.each(['ends', 'closes the account', 'expires'])(
    'has no token any more once its user %s',
    async (how) => {
      const user = await api.user();
      const { clientId, token, refresh } = await connect(user);
      const [key] = await listKeys(user);
      if (how === 'ends') await user.request(`/api/user/api-keys/${key?.id}`, { method: 'DELETE' });
      else if (how === 'expires')
        await pool.query('update api_key set expires_at = now() where id = $1', [key?.id]);
      else expect((await user.post('/api/user/close', { email: user.email })).status).toBe(200);
      expect([await read(token), (await renew(clientId, refresh)).body]).toMatchObject([
        401,
        { error: 'invalid_grant' },
      ]);
    },
  );

  it('learns that its user refuses, and gets nothing', async () => {
    const user = await api.user();
    const id = await openRequest(user, ask(await register()));
    const refused = (await answer(user, id, { answer: 'refuse' })).body as { continue_at: string };
    const back = await follow(user, refused.continue_at);
    expect([back.get('error'), back.get('code')]).toEqual(['access_denied', null]);
    expect(await listKeys(user)).toEqual([]);
  });

  it('is named with where it returns to, and what it asks for', async () => {
    const user = await api.user();
    const id = await openRequest(user, ask(await register(), { scope: 'read openid' }));
    expect((await user.get(`/api/connections/${id}`)).body).toEqual({
      connection: {
        client: { name: 'A program', host: 'localhost:33418', is_confirmed: false },
        user_code: null,
        scopes: ['read'],
      },
    });
  });

  it('is named without letters that hide others, and takes any state back', async () => {
    const user = await api.user();
    const name = `  \u202eEvil\u0000 ${'x'.repeat(100)}`;
    const address = ask(await register({ client_name: name }), { state: 'a\u0000\ud83e\udd8a' });
    const id = await openRequest(user, address);
    const { connection } = (await user.get(`/api/connections/${id}`)).body as {
      connection: { client: Json };
    };
    expect(connection.client.name).toBe(`Evil ${'x'.repeat(55)}`);
    const allowed = (await answer(user, id, { answer: 'allow' })).body as { continue_at: string };
    expect((await follow(user, allowed.continue_at)).get('state')).toBe('a\u0000\ud83e\udd8a');
  });

  it('is written down in the log of the account, and its user is asked in other browsers', async () => {
    const user = await api.user();
    await connect(user, { daily_budget_credits: 5 });
    const { rows } = await pool.query('select name, details from audit_event where user_id = $1', [
      user.userId,
    ]);
    expect(rows).toMatchObject([
      {
        name: 'program_connected',
        details: { program: 'A program', host: 'localhost:33418', daily_budget_credits: 5 },
      },
    ]);
    const { data } = (await user.get('/api/user/security-events')).body as { data: Json[] };
    expect(data).toMatchObject([{ name: 'program_connected', details: { program: 'A program' } }]);
    const notices = await pool.query('select 1 from account_notice where user_id = $1', [user.userId]);
    expect(notices.rowCount).toBe(1);
  });
});

describe('a request of a program', () => {
  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for another service', { resource: 'https://elsewhere.test/mcp' }, 'invalid_target'],
    ['without a question', { prompt: 'none' }, 'login_required'],
    ['for a token without a code', { response_type: 'token' }, 'unsupported_response_type'],
  ])('%s is refused at its own address', async (_what, changes, error) => {
    const reply = await (await api.user()).get(local(ask(await register(), changes)), {
      accept: 'text/html',
    });
    const back = new URL(reply.headers.get('location') ?? '');
    expect([reply.status, back.origin, back.searchParams.get('error') ?? back.hash]).toEqual([
      303,
      'http://localhost:33418',
      expect.stringContaining(error),
    ]);
  });

  it('gets no code without encryption, but on the device itself', async () => {
    for (const address of [
      'http://evil.test/',
      'http://localhost.evil.test/',
      'http://127.0.0.1.evil.test/',
    ]) {
      const reply = await sendRegistration({ redirect_uris: [redirectUri, address] });
      expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'invalid_redirect_uri' }]);
    }
    for (const address of ['https://good.test/', 'http://127.0.0.1:9/', 'http://[::1]:9/back'])
      await register({ redirect_uris: [address] });
  });

  it.each([
    ['to an address that it has not named', { redirect_uri: 'http://evil.test/' }],
    ['of a program that is unknown', { client_id: 'x' }],
  ])('%s is refused on a page, and no browser is sent on', async (_what, changes) => {
    const reply = await (await api.user()).get(local(ask(await register(), changes)), {
      accept: 'text/html',
    });
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(String(reply.body)).toContain('Sign-in did not work');
  });

  it('is answered in the browser that it came to, and only once, however many answers come', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const id = await openRequest(user, ask(await register()));
    for (const reply of [
      await other.get(`/api/connections/${id}`),
      await answer(other, id, { answer: 'allow' }),
      await answer(user, 'x'.repeat(43), { answer: 'allow' }),
    ])
      expect([reply.status, reply.body]).toMatchObject([410, { code: 'connection_expired' }]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => answer(user, id, { answer: 'allow' })),
    );
    const statuses = replies.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await listKeys(user)).toHaveLength(1);
    expect((await user.get(`/api/connections/${id}`)).body).toMatchObject({ code: 'connection_answered' });
  });

  it('is allowed only by someone who has just signed in, from our own pages, and never by a key', async () => {
    const user = await api.user();
    const { token } = await connect(user);
    const id = await openRequest(user, ask(await register()));
    const allowed = { answer: 'allow' };
    const path = `/api/connections/${id}/answer`;
    expect((await user.post(path, allowed, { origin: 'https://evil.test' })).body).toMatchObject({
      code: 'bad_origin',
    });
    expect((await user.post(path, allowed, withKey(token, 'Bearer'))).body).toMatchObject({
      code: 'api_key_not_allowed',
    });
    await api.ageSignIn(user);
    expect((await user.post(path, allowed)).body).toMatchObject({ code: 'sign_in_again' });
    expect(await listKeys(user)).toHaveLength(1);
  });

  it.each([
    [{ scopes: ['files'] }, 'scopes'],
    [{ kinds: ['no-such'] }, 'kinds.0'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ job_budget_credits: -1 }, 'job_budget_credits'],
  ])('keeps waiting when its limits are wrong: %j', async (limits, path) => {
    const user = await api.user();
    const id = await openRequest(user, ask(await register(), { scope: 'generate' }));
    const countGrants = async () =>
      (await pool.query(`select 1 from oauth_record where model = 'Grant'`)).rowCount;
    const before = await countGrants();
    const wrong = await answer(user, id, { answer: 'allow', ...limits });
    expect([wrong.status, wrong.body]).toMatchObject([400, { issues: [{ path }] }]);
    expect(await countGrants()).toBe(before);
    expect((await answer(user, id, { answer: 'allow' })).status).toBe(200);
    expect(await listKeys(user)).toHaveLength(1);
  });
});

describe('a device', () => {
  const clientId = 'atelier-command';
  const begin = async (fields = {}) => {
    const { status, body } = await send('/oauth/device', {
      client_id: clientId,
      scope: 'generate read',
      ...fields,
    });
    expect(status).toBe(200);
    return body as {
      device_code: string;
      user_code: string;
      verification_uri: string;
      verification_uri_complete: string;
    };
  };
  const poll = (code: string) =>
    send('/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: clientId,
      device_code: code,
    });

  it('shows a code, which its user types and allows', async () => {
    const user = await api.user({ credits: 100 });
    const device = await begin();
    expect(device).toMatchObject({
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verification_uri: `${publicUrl}/connect`,
      verification_uri_complete: `${publicUrl}/connect?user_code=${device.user_code}`,
    });
    expect((await poll(device.device_code)).body).toMatchObject({ error: 'authorization_pending' });
    const typed = device.user_code.replace('-', '').toLowerCase();
    expect((await user.get(`/api/connections/${typed}`)).body).toEqual({
      connection: {
        client: { name: 'Atelier command', host: null, is_confirmed: false },
        user_code: device.user_code,
        scopes: ['generate', 'read'],
      },
    });
    const allowed = await answer(user, device.user_code, { answer: 'allow', total_budget_credits: 20 });
    expect(allowed.body).toEqual({ success: true, continue_at: null });
    const { body } = await poll(device.device_code);
    const token = String(body.access_token);
    expect([await read(token), body.refresh_token]).toEqual([200, undefined]);
    await send('/oauth/revoke', { client_id: clientId, token });
    expect([await read(token), await listKeys(user)]).toEqual([401, []]);
    expect((await poll(device.device_code)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('is refused, or forgotten after ten minutes', async () => {
    const user = await api.user();
    const [refused, late] = [await begin(), await begin()];
    expect((await answer(user, refused.user_code, { answer: 'refuse' })).status).toBe(200);
    expect((await poll(refused.device_code)).body).toMatchObject({ error: 'access_denied' });
    expect((await user.get(`/api/connections/${refused.user_code}`)).body).toMatchObject({
      code: expect.stringMatching(/^connection_(answered|expired)$/),
    });
    await pool.query(`update oauth_record set expires_at = now() where model = 'DeviceCode'`);
    expect((await answer(user, late.user_code, { answer: 'allow' })).body).toMatchObject({
      code: 'connection_expired',
    });
    expect(await listKeys(user)).toEqual([]);
  });
});

it('the server says what it is, to programs anywhere', async () => {
  const from = { headers: { origin: 'https://inspector.test' } };
  const server = await fetchApi(`${publicUrl}/.well-known/oauth-authorization-server`, from);
  expect(server.headers.get('access-control-allow-origin')).toBe('https://inspector.test');
  expect(await server.json()).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    device_authorization_endpoint: `${publicUrl}/oauth/device`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    scopes_supported: expect.arrayContaining(['generate', 'read', 'files']),
  });
  const refused = await fetchApi(`${publicUrl}/mcp`, { method: 'POST' });
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${metadata}"`,
  ]);
  expect(await (await fetchApi(metadata)).json()).toMatchObject({
    resource: `${publicUrl}/mcp`,
    authorization_servers: [publicUrl],
  });
});

it('a token or code is stored nowhere, and in no log', async () => {
  const { token, refresh, code } = await connect(await api.user());
  const { rows } = await pool.query('select oauth_record::text as row from oauth_record');
  const stored = JSON.stringify(rows) + api.logText();
  for (const secret of [token, refresh, String(code)]) expect(stored).not.toContain(secret);
});

describe('a program that names a document about itself', () => {
  const serverAuthentication = '1.3.6.1.5.5.7.3.1';

  /** Serves the document at the address that it has to name. */
  async function serveDocument(change: Json = {}, status = 200) {
    const { key, certificates } = await makeLocalCertificate({
      purposes: [serverAuthentication],
      host: 'localhost',
    });
    setDefaultCACertificates([
      ...getCACertificates('default'),
      ...certificates.split(/(?<=-----END CERTIFICATE-----\n)/),
    ]);
    const server = createServer({ key, cert: certificates }, (_request, reply) => {
      const document = {
        client_id: address,
        client_name: 'An assistant',
        redirect_uris: [redirectUri],
        ...change,
      };
      reply.writeHead(status, { 'content-type': 'application/json', location: 'http://169.254.169.254/' });
      reply.end(JSON.stringify(document));
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `https://localhost:${port}/client.json`;
    onTestFinished(() => void server.close());
    return { address, host: `localhost:${port}` };
  }

  it('is known by its host, registers nowhere, and gets its tokens', async () => {
    const user = await api.user();
    const { address, host } = await serveDocument();
    const id = await openRequest(user, ask(address));
    expect((await user.get(`/api/connections/${id}`)).body).toMatchObject({
      connection: { client: { name: 'An assistant', host, is_confirmed: true } },
    });
    const allowed = (await answer(user, id, { answer: 'allow' })).body as { continue_at: string };
    const back = await follow(user, allowed.continue_at);
    expect((await exchange(address, back.get('code'))).status).toBe(200);
    expect(await listKeys(user)).toMatchObject([{ client: { id: address, name: 'An assistant', host } }]);
  });

  it.each([
    ['of another program', { client_id: 'https://elsewhere.test/client.json' }, 200],
    ['with a secret', { client_secret: 'x' }, 200],
    ['that leads elsewhere', {}, 302],
    ['that is missing', {}, 404],
  ])('is refused when the document is one %s', async (_what, change, status) => {
    const { address } = await serveDocument(change, status);
    const reply = await (await api.user()).get(local(ask(address)), { accept: 'text/html' });
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
  });

  it.each(['https://127.0.0.1/client.json', 'https://10.0.0.1/client.json', 'https://[::1]/client.json'])(
    'is not asked for inside of our network: %s',
    async (address) => {
      const reply = await (await api.user()).get(local(ask(address)), { accept: 'text/html' });
      expect([reply.status, reply.headers.get('location')]).toEqual([400, null]);
    },
  );
});
