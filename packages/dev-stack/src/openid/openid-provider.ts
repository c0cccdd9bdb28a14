import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import Provider from 'oidc-provider';
import { type LocalAccount, readyAccounts } from './accounts.ts';
import { configureProvider } from './configure.ts';
import { handleSignIn } from './sign-in.ts';

export type OpenidProviderOptions = {
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** The application's exact callback addresses. */
  redirectUris: string[];
  accounts?: readonly LocalAccount[];
  /** Where address and name are: in the ID token, as with Google, or at the UserInfo endpoint, the library's default. */
  claimsIn?: 'id_token' | 'userinfo';
};

export type OpenidProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Gives subsequent ID tokens this fault; undefined makes them valid again. */
  tamper(fault: TokenFault | undefined): void;
  close(): Promise<void>;
};

/**
 * A local OpenID provider: authorization code flow with PKCE, ES256, no passwords. Any e-mail address is an account;
 * `login_hint=<address>` signs in with a single redirect, without a page.
 */
export async function startOpenidProvider(options: OpenidProviderOptions): Promise<OpenidProvider> {
  const { host = '127.0.0.1', port = 0, redirectUris, accounts = readyAccounts } = options;
  const hasBareTokens = options.claimsIn === 'userinfo';
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('base64url');
  const privateJwk = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
  const client = { clientId: 'atelier-local', clientSecret: randomBytes(24).toString('base64url') };
  const server = createServer();
  const issuer = await listen(server, host, port);
  const provider = new Provider(
    issuer,
    configureProvider({ ...client, redirectUris, privateJwk, accounts, hasBareTokens }),
  );
  let fault: TokenFault | undefined;
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (fault === undefined || ctx.path !== '/token' || !body?.id_token) return;
    body.id_token = await tamperIdToken(body.id_token, fault, privateKey, kid);
  });
  const serveProtocol = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      handleSignIn(provider, accounts, request, response).catch((error: unknown) =>
        response.destroy(error as Error),
      );
    } else serveProtocol(request, response);
  });
  return {
    issuer,
    ...client,
    tamper(next) {
      fault = next;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** The issuer contains the port, so the server must listen before the provider can be created. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The OpenID provider has no TCP address');
  return `http://${host}:${address.port}`;
}

/** A fault in ID tokens, for testing that a client rejects it. */
type TokenFault =
  | 'nonce'
  | 'audience'
  | 'issuer'
  | 'expired'
  | 'signature'
  | 'algorithm'
  | 'unverified-email';

/** The same ID token with a single fault; everything else, including the signature, stays valid. */
async function tamperIdToken(token: string, fault: TokenFault, key: CryptoKey, kid: string): Promise<string> {
  const claims = decodeJwt(token);
  if (fault === 'algorithm') return new UnsecuredJWT(claims).encode();
  if (fault === 'signature') return `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`;
  return new SignJWT({ ...claims, ...faultyClaims(claims, fault) })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(key);
}

function faultyClaims(claims: JWTPayload, fault: Exclude<TokenFault, 'algorithm' | 'signature'>): JWTPayload {
  switch (fault) {
    case 'nonce':
      return { nonce: 'another-nonce' };
    case 'audience':
      return { aud: 'another-client' };
    case 'issuer':
      return { iss: 'https://issuer.example' };
    case 'expired':
      return { iat: (claims.iat ?? 0) - 7_200, exp: (claims.iat ?? 0) - 3_600 };
    case 'unverified-email':
      return { email_verified: false };
  }
}
