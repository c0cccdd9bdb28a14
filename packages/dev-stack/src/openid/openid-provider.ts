import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { type LocalAccount, readyAccounts } from './openid/accounts.ts';
import { configureProvider } from './openid/configure.ts';
import { handleSignIn } from './openid/sign-in.ts';
import { type TokenFault, tamperIdToken } from './openid/tamper.ts';

export type OpenidProviderOptions = {
  host?: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** Exact callback addresses of the application. */
  redirectUris: string[];
  accounts?: readonly LocalAccount[];
};

export type OpenidProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** From now on ID tokens carry this fault; undefined makes them right again. */
  tamper(fault: TokenFault | undefined): void;
  close(): Promise<void>;
};

/**
 * An OpenID provider for one machine: authorization code with PKCE, ES256, no passwords (ruling 30).
 * Any e-mail address is an account; `login_hint=<address>` answers with a redirect at once, without a page.
 */
export async function startOpenidProvider(options: OpenidProviderOptions): Promise<OpenidProvider> {
  const { host = '127.0.0.1', port = 0, redirectUris, accounts = readyAccounts } = options;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('base64url');
  const privateJwk = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' };
  const client = { clientId: 'atelier-local', clientSecret: randomBytes(24).toString('base64url') };
  const server = createServer();
  const issuer = await listen(server, host, port);
  const provider = new Provider(issuer, configureProvider({ ...client, redirectUris, privateJwk, accounts }));
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

/** The issuer's address is known only after listening, so the server listens before it can answer. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The OpenID provider has no TCP address');
  return `http://${host}:${address.port}`;
}
