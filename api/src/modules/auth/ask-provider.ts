import { AppError } from '@atelier/contract';
import * as z from 'zod/mini';

const timeoutMs = 10_000;
/** Several times what the largest answer of a provider has. */
const maxBytes = 4 * 1_048_576;

type Answer = { status: number; contentType: string; text: string };

/** Asks an endpoint of the provider. Throws unavailable without a whole answer of a possible size in time. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`More than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    const contentType = response.headers.get('content-type') ?? '';
    return { status: response.status, contentType, text: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    throw refuseAnswer(url, 'does not answer', error);
  }
}

/** The provider is down, or something before it has answered. */
export function refuseAnswer(url: string, problem: string, cause?: unknown): AppError {
  return new AppError('unavailable', { cause: new Error(`${new URL(url).pathname} ${problem}`, { cause }) });
}

export function parseObject({ text }: Answer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const names = z.optional(z.array(z.string()));

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.optional(z.url()),
  scopes_supported: names,
  token_endpoint_auth_methods_supported: names,
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
});

export type Discovered = z.infer<typeof discoveryDocument>;

/** Throws unavailable when it cannot be read or is that of another issuer. */
export async function discover(issuer: string): Promise<Discovered> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await ask(url);
  const document = discoveryDocument.safeParse(parseObject(answer));
  if (answer.status !== 200 || !document.success)
    throw refuseAnswer(url, `answers ${answer.status} without the endpoints`, document.error);
  if (document.data.issuer !== issuer) throw refuseAnswer(url, `names the issuer ${document.data.issuer}`);
  return document.data;
}

export type Client = { clientId: string; clientSecret: string; redirectUri: string };
export type Tokens = { idToken: string; accessToken: string | undefined };

/** How to prove who we are at the token endpoint, in the order in which they are tried. */
const authMethods = {
  client_secret_basic: ({ clientId, clientSecret }: Client) => {
    // RFC 6749, 2.3.1: each part is encoded as in a form.
    const encode = (part: string) => new URLSearchParams([['', part]]).toString().slice(1);
    const credentials = Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64');
    return { headers: { authorization: `Basic ${credentials}` }, fields: {} };
  },
  client_secret_post: ({ clientId, clientSecret }: Client) => ({
    headers: {},
    fields: { client_id: clientId, client_secret: clientSecret },
  }),
};

/**
 * Redeems a code. A provider may offer a way to authenticate and have registered us for another, so that each that it
 * offers is tried until one is not refused. Throws sign_in_failed, invalid_id_token or unavailable.
 */
export async function redeemCode(
  {
    token_endpoint: url,
    token_endpoint_auth_methods_supported: offered = ['client_secret_basic'],
  }: Discovered,
  client: Client,
  { code, verifier }: { code: string; verifier: string },
): Promise<Tokens> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  };
  let problem = `offers none of ${Object.keys(authMethods).join(', ')}`;
  for (const [name, authenticate] of Object.entries(authMethods)) {
    if (!offered.includes(name)) continue;
    const proof = authenticate(client);
    const body = new URLSearchParams({ ...fields, ...proof.fields });
    const headers = { accept: 'application/json', ...proof.headers };
    const answer = await ask(url, { method: 'POST', headers, body, redirect: 'error' });
    const reply = parseObject(answer);
    if (answer.status === 200 && reply && reply.error === undefined) return readTokens(reply);
    if (typeof reply?.error !== 'string')
      throw refuseAnswer(url, `answers ${answer.status} outside the protocol`);
    // Words of RFC 6749, 5.2; a description may quote anything.
    problem = `refuses the code: ${reply.error.slice(0, 100)}`;
    if (reply.error !== 'invalid_client') break;
  }
  throw new AppError('sign_in_failed', { cause: new Error(`The token endpoint ${problem}`) });
}

function readTokens({ id_token: idToken, access_token: accessToken }: Record<string, unknown>): Tokens {
  if (typeof idToken !== 'string')
    throw new AppError('invalid_id_token', { cause: new Error('The token endpoint sends no ID token') });
  return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : undefined };
}
