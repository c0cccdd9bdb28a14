import { AppError } from '@atelier/contract';
import type { Identity } from '@atelier/db';
import type { ApiEnv } from '@atelier/env';
import { CodeChallengeMethod, OAuth2Client } from 'arctic';
import { createRemoteJWKSet, type JWTVerifyOptions, errors as joseErrors, jwtVerify } from 'jose';
import {
  ask,
  type Client,
  type Discovered,
  discover,
  parseObject,
  redeemCode,
  refuseAnswer,
} from './ask-provider.ts';
import {
  type Claims,
  checkIdToken,
  clockToleranceSeconds,
  lacksAddress,
  readAuthTime,
  readIdentity,
  refuseToken,
} from './read-claims.ts';

export type SignInSecrets = { state: string; verifier: string; nonce: string };

type SignInPrompt = {
  loginHint: string | undefined;
  /** The user must prove again who they are, whatever the provider remembers. */
  isAgain: boolean;
};

export type Identified = {
  identity: Identity;
  /** When the user proved at the provider who they are; null when it does not say. */
  authenticatedAt: Date | null;
};

/** Query parameters with which the browser returns. */
type Returned = { code: string; iss: string | undefined };

export type IdentityProvider = {
  /** Where to send the browser, always with PKCE S256 and a nonce. Throws unavailable when the provider is down. */
  authorizationUrl: (secrets: SignInSecrets, prompt: SignInPrompt) => Promise<URL>;
  /**
   * Redeems the code and verifies the id token. Throws invalid_oauth_state, sign_in_failed, invalid_id_token or
   * unavailable, each with its cause.
   */
  identify: (returned: Returned, secrets: SignInSecrets) => Promise<Identified>;
  issuer: string;
};

type KeySet = ReturnType<typeof createRemoteJWKSet>;
type Endpoints = Discovered & { keys: KeySet };

/** Maximum that no session reaches. With any maximum, providers add auth_time to the id token. */
const maxAuthenticationAgeSeconds = 90 * 86_400;

/** Algorithms with a key pair: with the others our secret would be enough to sign. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Google, or any OpenID Connect provider by its issuer; both support discovery. */
export function createIdentityProvider(env: ApiEnv): IdentityProvider {
  const { issuer, ...client } = findProvider(env);
  const oauth = new OAuth2Client(client.clientId, client.clientSecret, client.redirectUri);
  const endpoints = discoverOnce(issuer);

  return {
    issuer,
    async authorizationUrl({ state, verifier, nonce }, { loginHint, isAgain }) {
      const { authorization_endpoint, scopes_supported: supported } = await endpoints();
      const scopes = ['email', 'profile'].filter((scope) => supported?.includes(scope) ?? true);
      const url = oauth.createAuthorizationURLWithPKCE(
        authorization_endpoint,
        state,
        CodeChallengeMethod.S256,
        verifier,
        ['openid', ...scopes],
      );
      url.searchParams.set('nonce', nonce);
      url.searchParams.set('max_age', String(isAgain ? 0 : maxAuthenticationAgeSeconds));
      if (isAgain) url.searchParams.set('prompt', 'login');
      if (loginHint) url.searchParams.set('login_hint', loginHint);
      return url;
    },
    async identify({ code, iss }, { verifier, nonce }) {
      const found = await endpoints();
      // RFC 9207: a provider that says so names itself in every answer.
      if (iss === undefined && found.authorization_response_iss_parameter_supported)
        throw new AppError('invalid_oauth_state', { cause: new Error('The answer names no issuer') });
      const { idToken, accessToken } = await redeemCode(found, client, { code, verifier });
      const verified = {
        issuer,
        audience: client.clientId,
        requiredClaims: ['exp', 'iat', 'sub'],
        maxTokenAge: '5m',
      };
      const token = await verifyToken(idToken, found.keys, verified);
      const subject = checkIdToken(token, { clientId: client.clientId, nonce, accessToken });
      const claims = await completeClaims(found, client, { claims: token.payload, subject, accessToken });
      const authenticatedAt = readAuthTime(token.payload.auth_time);
      if (authenticatedAt) refuseLongAgo(authenticatedAt);
      return { identity: readIdentity(claims, { issuer, subject }), authenticatedAt };
    },
  };
}

function findProvider(env: ApiEnv): Client & { issuer: string } {
  const redirectUri = `${env.PUBLIC_URL}/api/auth/callback`;
  if (env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET) {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
    return { issuer, clientId, clientSecret, redirectUri };
  }
  return {
    issuer: 'https://accounts.google.com',
    clientId: env.GOOGLE_CLIENT_ID ?? '',
    clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
    redirectUri,
  };
}

/** Caches the provider's endpoints at the first sign-in; after a failure the next sign-in tries again. */
function discoverOnce(issuer: string): () => Promise<Endpoints> {
  let found: Promise<Endpoints> | undefined;
  const findEndpoints = async () => {
    const document = await discover(issuer);
    return { ...document, keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: 10_000 }) };
  };
  return () => {
    found ??= findEndpoints().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

/** The maximum age that every sign-in asks for; a shorter one is a matter of the caller. */
function refuseLongAgo(authenticatedAt: Date): void {
  const ageSeconds = (Date.now() - authenticatedAt.getTime()) / 1_000;
  if (ageSeconds <= maxAuthenticationAgeSeconds + clockToleranceSeconds) return;
  throw new AppError('sign_in_failed', { message: 'The identity provider did not ask you to sign in again' });
}

async function verifyToken(token: string, keys: KeySet, options: JWTVerifyOptions) {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...options,
      algorithms,
      clockTolerance: clockToleranceSeconds,
    });
    return { payload, algorithm: protectedHeader.alg };
  } catch (error) {
    throw new AppError(areKeysMissing(error) ? 'unavailable' : 'invalid_id_token', { cause: error });
  }
}

/** The key set could not be read, which says nothing about the token. */
function areKeysMissing(error: unknown): boolean {
  if (!(error instanceof joseErrors.JOSEError)) return true;
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code);
}

type Identifying = { claims: Claims; subject: string; accessToken: string | undefined };

/**
 * Adds what the UserInfo endpoint says of the subject: with the code flow a provider need not put anything else into
 * the id token (OpenID Connect Core 1.0, 5.3 and 5.4). Address and proof are taken from the same place.
 */
async function completeClaims(
  { userinfo_endpoint: url, keys, issuer }: Endpoints,
  { clientId }: Client,
  { claims, subject, accessToken }: Identifying,
): Promise<Claims> {
  if (!lacksAddress(claims) || url === undefined || accessToken === undefined) return claims;
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json, application/jwt' };
  const answer = await ask(url, { headers, redirect: 'error' });
  if (answer.status >= 500 || answer.status === 429) throw refuseAnswer(url, `answers ${answer.status}`);
  if (answer.status !== 200) throw refuseToken(`UserInfo refuses its access token with ${answer.status}`);
  const isSigned = /^application\/jwt\b/i.test(answer.contentType);
  const info: Claims | undefined = isSigned
    ? (await verifyToken(answer.text.trim(), keys, { issuer, audience: clientId })).payload
    : parseObject(answer);
  if (!info) throw refuseAnswer(url, 'answers with no claims');
  if (info.sub !== subject) throw refuseToken('UserInfo describes another subject than the ID token');
  return { email: info.email, email_verified: info.email_verified, name: claims.name ?? info.name };
}
