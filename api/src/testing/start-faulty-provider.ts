import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** How an endpoint misbehaves: an answer that the protocol does not know, or a token body of the test's own. */
export type Oddity = { status?: number; text?: string; body?: object };

export type OddProvider = {
  settings: Record<string, string>;
  /** From now on; undefined makes the endpoint right again. */
  set(endpoint: 'discovery' | 'token' | 'keys', oddity: Oddity | undefined): void;
  /** An id token that is right but for `claims`. */
  mint(claims: Record<string, unknown>): Promise<string>;
  /** What the token endpoint hands out. */
  hand(idToken: string): void;
  close(): Promise<void>;
};

const clientId = 'atelier-odd';

/** A provider of OpenID that says what the test wants, where the local one is too well made to be wrong. */
export async function startOddProvider(): Promise<OddProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
  const oddities = new Map<string, Oddity>();
  let idToken = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/token')
      send(response, { access_token: 'a', token_type: 'Bearer', id_token: idToken }, 'token');
    else if (path === '/keys') send(response, keys, 'keys');
    else send(response, discovery(), 'discovery');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function discovery() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
  }

  function send(response: ServerResponse, usual: object, endpoint: string): void {
    const { status = 200, text, body = usual } = oddities.get(endpoint) ?? {};
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text ?? JSON.stringify(body));
  }

  return {
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: 'secret' },
    set: (endpoint, oddity) => void (oddity ? oddities.set(endpoint, oddity) : oddities.delete(endpoint)),
    mint: (claims) =>
      new SignJWT({ sub: 'odd', iss: issuer, aud: clientId, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
    hand(token) {
      idToken = token;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
