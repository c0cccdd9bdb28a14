// The authorization server for programs, OAuth 2.1 by `oidc-provider`: codes with PKCE and codes for devices, programs that
// register or name a document about themselves. A grant is an API key with tokens in place of a secret.
import { generateKeyPairSync } from 'node:crypto';
import { apiKeyScopes } from '@atelier/contract';
import { guardedFetch } from '@atelier/storage';
import Provider, { type Configuration, errors, interactionPolicy } from 'oidc-provider';
import type { RouteDeps } from '../../api.ts';
import { tokenLength } from '../auth/key-format.ts';
import { createRecordAdapter, grantSeconds } from './record-adapter.ts';

export type ProviderDeps = Pick<RouteDeps, 'db' | 'log'> & {
  env: Pick<RouteDeps['env'], 'PUBLIC_URL' | 'WEBHOOK_TRUSTED_HOSTS'>;
};

/** Our own program, which signs in by the device page (packages/cli). Its token lasts: it has no place for a second one. */
const command = {
  client_id: 'atelier-command',
  client_name: 'Atelier command',
  application_type: 'native' as const,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  response_types: [],
  redirect_uris: [],
};

const bitsPerLetter = 6;

export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  device_authorization: '/oauth/device',
  jwks: '/oauth/keys',
} as const;

/** Where a user types the code of a device: a page of the web app. */
const codePage = '/connect';

const minute = 60;
const hour = 60 * minute;
const accessSeconds = (clientId: string) => (clientId === command.client_id ? grantSeconds : hour);

export function createProvider(deps: ProviderDeps, renderProblem: (message: string) => string): Provider {
  const issuer = new URL(deps.env.PUBLIC_URL).origin;
  const provider = new Provider(issuer, configure(deps, issuer, renderProblem));
  // The addresses in its replies are those of PUBLIC_URL (routes.ts).
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'an OAuth request failed'));
  // Not by koa, on the console.
  provider.silent = true;
  return provider;
}

function configure(
  deps: ProviderDeps,
  issuer: string,
  renderProblem: (message: string) => string,
): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax', secure: issuer.startsWith('https:') } as const;
  return {
    adapter: createRecordAdapter(deps.db),
    clients: [command],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'EdDSA',
    },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraClientMetadata: {
      properties: ['redirect_uris'],
      validator: (_ctx, _name, addresses) => refusePlainAddresses(addresses),
    },
    scopes: [...apiKeyScopes],
    // Required, and unused: a program does not learn who its user is, so that no ID token is signed.
    jwks: { keys: [generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })] },
    routes: { ...oauthPaths, code_verification: codePage },
    formats: { bitsOfOpaqueRandomness: tokenLength * bitsPerLetter },
    cookies: {
      names: { session: 'atelier-oauth', interaction: 'atelier-connect', resume: 'atelier-connect-resume' },
      short: cookie,
      long: cookie,
    },
    interactions: { url: (_ctx, { uid }) => `/api/connections/${uid}`, policy: askAlways() },
    loadExistingGrant: async ({ oidc }) => {
      const { provider, result } = oidc;
      return result?.consent?.grantId ? provider.Grant.find(result.consent.grantId) : undefined;
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    // The token of the command is all that it has.
    revokeGrantPolicy: ({ oidc: { route, entities, client } }) =>
      route !== 'revocation' || !entities.AccessToken || client?.clientId === command.client_id,
    ttl: {
      AccessToken: (_ctx, { clientId = '' }) => accessSeconds(clientId),
      AuthorizationCode: minute,
      DeviceCode: 10 * minute,
      Grant: grantSeconds,
      Interaction: hour,
      RefreshToken: 90 * 24 * hour,
      Session: 10 * minute,
    },
    features: configureFeatures(issuer),
    fetch: (url, options) =>
      guardedFetch(String(url), {
        trustedHosts: deps.env.WEBHOOK_TRUSTED_HOSTS,
        accept: 'application/json',
        signal: options?.signal ?? AbortSignal.timeout(5_000),
      }),
    renderError: (ctx, { error, error_description: why }) => {
      ctx.type = 'html';
      ctx.body = renderProblem(why ?? error);
    },
  };
}

const loopbacks = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A code goes over the network encrypted, or not over it, as the authorization of MCP requires. The rest is checked after. */
function refusePlainAddresses(addresses: unknown): void {
  if (!Array.isArray(addresses)) return;
  for (const address of addresses) {
    const url = URL.parse(String(address));
    if (url?.protocol === 'http:' && !loopbacks.has(url.hostname))
      throw new errors.InvalidRedirectUri('redirect_uris must use https, or http on this device');
  }
}

function configureFeatures(issuer: string): Configuration['features'] {
  const scope = apiKeyScopes.join(' ');
  // The doors of this service are one: a token for one of them works at all.
  const resources = new Set([issuer, `${issuer}/`, `${issuer}/mcp`]);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    revocation: { enabled: true },
    deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: () => ({}) },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => `${issuer}/mcp`,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource, { clientId }) => {
        if (!resources.has(resource)) throw new errors.InvalidTarget();
        return {
          scope,
          audience: resource,
          accessTokenTTL: accessSeconds(clientId),
          accessTokenFormat: 'opaque',
        };
      },
    },
  };
}

/** Nothing is allowed without its user: neither an earlier answer nor a session answers for them. */
function askAlways() {
  const policy = interactionPolicy.base();
  policy.clear();
  const check = new interactionPolicy.Check(
    'not_answered',
    'The user has not answered yet',
    ({ oidc }) => oidc.result?.consent === undefined,
  );
  policy.add(new interactionPolicy.Prompt({ name: 'login', requestable: true }, check));
  policy.add(new interactionPolicy.Prompt({ name: 'consent', requestable: true }));
  return policy;
}
