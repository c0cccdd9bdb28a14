import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { TestApi } from './start-test-api.ts';
import type { Reply, TestBrowser } from './test-browser.ts';

/** How an endpoint misbehaves: a reply outside the protocol, or a body chosen by the test. */
export type Fault = { status?: number; text?: string; body?: object; type?: string };
type Endpoint = 'discovery' | 'token' | 'keys' | 'userinfo';
type AuthMethod = 'client_secret_basic' | 'client_secret_post';

export type FaultyProvider = {
  settings: Record<string, string>;
  /** Sets the fault of an endpoint from now on; undefined repairs it. */
  set(endpoint: Endpoint, fault: Fault | undefined): void;
  /** Sets further fields of the discovery document. */
  describe(more: Record<string, unknown>): void;
  /** The only way in which the client may authenticate; any when undefined. */
  register(method: AuthMethod | undefined): void;
  /** A valid id token with these claims; undefined leaves one out. */
  mint(claims: Record<string, unknown>): Promise<string>;
  /** The token endpoint returns this token from now on. */
  issue(idToken: string): void;
  /** Access tokens of the calls to the UserInfo endpoint. */
  asked: string[];
  close(): Promise<void>;
};

const clientId = 'atelier-faulty';
/** Secret with characters that a form escapes. */
const clientSecret = 'secret+%/:ü';
export const accessToken = 'an-access-token';

/** An OpenID provider that replies whatever a test wants; the local one is too correct for that. */
export async function startFaultyProvider({ alg = 'ES256', path = '' } = {}): Promise<FaultyProvider> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg, use: 'sig' }] };
  const faults = new Map<Endpoint, Fault>();
  const asked: string[] = [];
  let [idToken, more] = ['', {}];
  let registered: AuthMethod | undefined;
  const server = createServer(async (request, response) => {
    const { authorization = '' } = request.headers;
    const body = await text(request);
    if (request.url === `${path}/token`) {
      const isKnown = registered === undefined || authMethodIn(authorization, body) === registered;
      if (!isKnown) return answer(response, { status: 401, body: { error: 'invalid_client' } });
      send(response, { access_token: accessToken, token_type: 'Bearer', id_token: idToken }, 'token');
    } else if (request.url === `${path}/keys`) send(response, keys, 'keys');
    else if (request.url === `${path}/userinfo`) {
      asked.push(authorization);
      send(response, {}, 'userinfo');
    } else if (request.url === `${path}/.well-known/openid-configuration`)
      send(response, discovery(), 'discovery');
    else answer(response, { status: 404, body: {} });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

  function discovery() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...more,
    };
  }

  function send(response: ServerResponse, usual: object, endpoint: Endpoint): void {
    answer(response, { body: usual, ...faults.get(endpoint) });
  }

  return {
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    set: (endpoint, fault) => void (fault ? faults.set(endpoint, fault) : faults.delete(endpoint)),
    describe: (wanted) => {
      more = wanted;
    },
    register: (method) => {
      registered = method;
    },
    asked,
    mint(claims) {
      const now = Math.floor(Date.now() / 1_000);
      const usual = { sub: 'faulty', iss: issuer, aud: clientId, iat: now, exp: now + 300 };
      return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid: 'one' }).sign(privateKey);
    },
    issue(token) {
      idToken = token;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(
  response: ServerResponse,
  { status = 200, text, body, type = 'application/json' }: Fault,
): void {
  response.writeHead(status, { 'content-type': type });
  response.end(text ?? JSON.stringify(body));
}

/** Returns undefined when the secret is wrong, or not sent as RFC 6749, 2.3.1 requires. */
function authMethodIn(authorization: string, body: string): AuthMethod | undefined {
  const fields = new URLSearchParams(body);
  const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
  const decode = (part: string) => new URLSearchParams(`x=${part}`).get('x');
  if (decode(id) === clientId && decode(secret) === clientSecret) return 'client_secret_basic';
  const isPosted = fields.get('client_id') === clientId && fields.get('client_secret') === clientSecret;
  return isPosted && authorization === '' ? 'client_secret_post' : undefined;
}

type FaultySignIn = {
  /** Claims of the id token. */
  claims: Record<string, unknown>;
  /** Makes another token instead, for the nonce of the sign-in. */
  readToken?: ((nonce: string) => Promise<string>) | undefined;
};

/** A whole sign-in of a new browser, and the last reply: that of the callback, or of the login when it does not begin. */
export async function signInAtFaulty(
  api: TestApi,
  provider: FaultyProvider,
  { claims, readToken = (nonce) => provider.mint({ nonce, ...claims }) }: FaultySignIn,
): Promise<{ browser: TestBrowser; reply: Reply }> {
  const browser = api.browser();
  const begun = await browser.get('/api/auth/login');
  if (begun.status !== 302) return { browser, reply: begun };
  const { searchParams } = new URL(begun.headers.get('location') ?? '');
  provider.issue(await readToken(searchParams.get('nonce') ?? ''));
  const reply = await browser.get(`/api/auth/callback?code=any&state=${searchParams.get('state')}`);
  return { browser, reply };
}
