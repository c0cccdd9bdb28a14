import { AppError } from '@atelier/contract';
import type { Identity } from '@atelier/db';
import type { ApiEnv } from '@atelier/env';
import {
  ArcticFetchError,
  CodeChallengeMethod,
  OAuth2Client,
  OAuth2RequestError,
  type OAuth2Tokens,
  UnexpectedErrorResponseBodyError,
  UnexpectedResponseError,
} from 'arctic';
import { createRemoteJWKSet, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import * as z from 'zod/mini';

export type SignInSecrets = { state: string; verifier: string; nonce: string };

type SignInPrompt = {
  loginHint: string | undefined;
  /** The user must prove again who they are, whatever the provider remembers. */
  isAgain: boolean;
};

export type Identified = {
  identity: Identity;
  /** When the user proved at the provider who they are; null: it does not say. */
  authenticatedAt: Date | null;
};

/** Why an address was refused: it is not verified. */
export class UnverifiedAddress extends Error {
  readonly email: string;

  constructor(email: string) {
    super('The e-mail address is not verified');
    this.email = email;
  }
}

export type IdentityProvider = {
  /** Where to send the browser, always with PKCE S256 and a nonce. Throws unavailable when the provider is down. */
  authorizationUrl: (secrets: SignInSecrets, prompt: SignInPrompt) => Promise<URL>;
  /** Redeems the code and verifies the id token. Throws sign_in_failed, invalid_id_token or unavailable. */
  identify: (code: string, secrets: SignInSecrets) => Promise<Identified>;
  issuer: string;
};

type Provider = { issuer: string; clientId: string; clientSecret: string };

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const idClaims = z.object({
  sub: z.string().check(z.minLength(1)),
  nonce: z.string(),
  email: z.string().check(z.minLength(3)),
  email_verified: z.optional(z.union([z.boolean(), z.stringbool()])),
  name: z.optional(z.string()),
  auth_time: z.optional(z.number()),
});

/** Longer than any session. With a maximum, whatever it is, providers add auth_time to the id token. */
const maxAuthenticationAgeSeconds = 90 * 86_400;

const timeoutMs = 10_000;

/** Google, or any OpenID Connect provider by its issuer; both support discovery. */
export function createIdentityProvider(env: ApiEnv): IdentityProvider {
  const provider = providerOf(env);
  const client = new OAuth2Client(
    provider.clientId,
    provider.clientSecret,
    `${env.PUBLIC_URL}/api/auth/callback`,
  );
  const endpoints = discoverOnce(provider.issuer);

  return {
    issuer: provider.issuer,
    async authorizationUrl({ state, verifier, nonce }, { loginHint, isAgain }) {
      const { authorization_endpoint } = await endpoints();
      const scopes = ['openid', 'email', 'profile'];
      const url = client.createAuthorizationURLWithPKCE(
        authorization_endpoint,
        state,
        CodeChallengeMethod.S256,
        verifier,
        scopes,
      );
      url.searchParams.set('nonce', nonce);
      url.searchParams.set('max_age', String(isAgain ? 0 : maxAuthenticationAgeSeconds));
      if (isAgain) url.searchParams.set('prompt', 'login');
      if (loginHint) url.searchParams.set('login_hint', loginHint);
      return url;
    },
    async identify(code, { verifier, nonce }) {
      const { token_endpoint, keys } = await endpoints();
      const idToken = await redeem(client, token_endpoint, code, verifier);
      const claims = await verifyIdToken(idToken, keys, provider);
      if (claims.nonce !== nonce) throw new AppError('invalid_id_token');
      const { auth_time: seconds } = claims;
      return {
        identity: identityOf(claims, provider.issuer),
        authenticatedAt: seconds === undefined ? null : new Date(seconds * 1000),
      };
    },
  };
}

/**
 * Refuses unverified addresses: an attacker could claim an administrator's address, or one whose real owner would later
 * sign in to the attacker's account.
 */
function identityOf(claims: z.infer<typeof idClaims>, issuer: string): Identity {
  if (claims.email_verified !== true) {
    throw new AppError('sign_in_failed', {
      message: 'The e-mail address is not verified at the identity provider',
      cause: new UnverifiedAddress(claims.email),
    });
  }
  return {
    provider: issuer,
    subject: claims.sub,
    email: claims.email,
    isEmailVerified: true,
    name: claims.name ?? null,
  };
}

function providerOf(env: ApiEnv): Provider {
  if (env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET) {
    return { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID, clientSecret: env.OIDC_CLIENT_SECRET };
  }
  return {
    issuer: 'https://accounts.google.com',
    clientId: env.GOOGLE_CLIENT_ID ?? '',
    clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
  };
}

/** Caches the provider's endpoints at the first sign-in; after a failure the next sign-in tries again. */
function discoverOnce(issuer: string) {
  let found: ReturnType<typeof discover> | undefined;
  return () => {
    found ??= discover(issuer).catch((error: unknown) => {
      found = undefined;
      throw new AppError('unavailable', { cause: error });
    });
    return found;
  };
}

async function discover(issuer: string) {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  const document = discoveryDocument.parse(await response.json());
  if (document.issuer !== issuer) throw new Error(`The provider's issuer is ${document.issuer}`);
  return {
    ...document,
    keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: timeoutMs }),
  };
}

async function redeem(
  client: OAuth2Client,
  endpoint: string,
  code: string,
  verifier: string,
): Promise<string> {
  try {
    const timeout = AbortSignal.timeout(timeoutMs);
    const tokens = await Promise.race([
      client.validateAuthorizationCode(endpoint, code, verifier),
      // arctic's request has no timeout of its own.
      new Promise<never>((_resolve, reject) => {
        timeout.addEventListener('abort', () => reject(new AppError('unavailable')));
      }),
    ]);
    return readIdToken(tokens);
  } catch (error) {
    if (error instanceof OAuth2RequestError) throw new AppError('sign_in_failed', { cause: error });
    if (isProviderDown(error)) throw new AppError('unavailable', { cause: error });
    throw error;
  }
}

function readIdToken({ data }: OAuth2Tokens): string {
  if ('id_token' in data && typeof data.id_token === 'string') return data.id_token;
  throw new AppError('invalid_id_token');
}

/** No reply, or one outside the protocol, such as a proxy's error page. */
function isProviderDown(error: unknown): boolean {
  return (
    error instanceof ArcticFetchError ||
    error instanceof UnexpectedResponseError ||
    error instanceof UnexpectedErrorResponseBodyError
  );
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

async function verifyIdToken(idToken: string, keys: KeySet, provider: Provider) {
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(idToken, keys, {
      issuer: provider.issuer,
      audience: provider.clientId,
      algorithms: ['ES256', 'RS256', 'EdDSA'],
      maxTokenAge: '5m',
      clockTolerance: 30,
    }));
  } catch (error) {
    throw new AppError(areKeysMissing(error) ? 'unavailable' : 'invalid_id_token', { cause: error });
  }
  const claims = idClaims.safeParse(payload);
  if (!claims.success) throw new AppError('invalid_id_token', { cause: claims.error });
  return claims.data;
}

/** The key set could not be read, which says nothing about the token. */
function areKeysMissing(error: unknown): boolean {
  if (!(error instanceof joseErrors.JOSEError)) return true;
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code);
}
