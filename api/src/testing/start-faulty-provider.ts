import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** How an endpoint misbehaves: a reply outside the protocol, or a body chosen by the test. */
export type Fault = { status?: number; text?: string; body?: object };

export type FaultyProvider = {
  settings: Record<string, string>;
  /** From now on; undefined repairs the endpoint. */
  set(endpoint: 'discovery' | 'token' | 'keys', fault: Fault | undefined): void;
  /** A valid id token with these claims. */
  mint(claims: Record<string, unknown>): Promise<string>;
  /** The token endpoint returns this token from now on. */
  issue(idToken: string): void;
  close(): Promise<void>;
};

const clientId = 'atelier-faulty';

/** An OpenID provider that replies whatever a test wants; the local one is too correct for that. */
export async function startFaultyProvider(): Promise<FaultyProvider> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] };
  const faults = new Map<string, Fault>();
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
    const { status = 200, text, body = usual } = faults.get(endpoint) ?? {};
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(text ?? JSON.stringify(body));
  }

  return {
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: 'secret' },
    set: (endpoint, fault) => void (fault ? faults.set(endpoint, fault) : faults.delete(endpoint)),
    mint: (claims) =>
      new SignJWT({ sub: 'faulty', iss: issuer, aud: clientId, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey),
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
