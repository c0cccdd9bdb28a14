import { apiKeyScopes } from '@atelier/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type Provider from 'oidc-provider';
import type { Api, RouteDeps } from '../../api.ts';
import { loginLimit } from '../../plugins/rate-limit.ts';
import { createSignInProblemPage } from '../auth/sign-in-problem-page.ts';
import { connectionRoutes } from './connection-routes.ts';
import { createProvider, oauthPaths } from './create-provider.ts';

type ServerDeps = Pick<RouteDeps, 'env'> & { provider: Provider };

/** Limit per address. A device asks every five seconds whether its user has answered. */
const maxCallsPerMinute = 300;

const limitTo = (name: string, max: number) => ({
  config: { limit: { name, max, per: 'address' as const } },
});

/** How programs sign in for their users: the authorization server, and what its users are asked. */
export async function oauthRoutes(api: Api, deps: RouteDeps): Promise<void> {
  const provider = createProvider(deps, createSignInProblemPage(deps.env.WEB_DIST));
  for (const routes of [serverRoutes, connectionRoutes])
    await api.register(async (group) =>
      routes(group.withTypeProvider<ZodTypeProvider>(), { ...deps, provider }),
    );
}

/**
 * The authorization server and what it says about itself (RFC 8414, RFC 9728). Programs call it from anywhere, without a
 * session; who allows them is asked by `/connect`.
 */
function serverRoutes(api: Api, deps: ServerDeps): void {
  describeResource(api, deps);
  // The provider reads bodies itself.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const answer = delegate(deps);
  const hidden = { schema: { hide: true } };
  const calls = { ...hidden, ...limitTo('oauth', maxCallsPerMinute) };
  api.get('/.well-known/oauth-authorization-server', hidden, answer);
  api.get(oauthPaths.jwks, hidden, answer);
  api.get(oauthPaths.authorization, { ...hidden, ...loginLimit(deps.env) }, answer);
  api.get(`${oauthPaths.authorization}/:uid`, { ...hidden, ...loginLimit(deps.env) }, answer);
  for (const path of [oauthPaths.token, oauthPaths.revocation, oauthPaths.device_authorization])
    for (const method of ['POST', 'OPTIONS'] as const)
      api.route({ method, url: path, ...calls, handler: answer });
  const registrations = limitTo('oauth_registrations', deps.env.LIMIT_LOGIN_PER_MINUTE);
  api.post(oauthPaths.registration, { ...hidden, ...registrations }, answer);
}

function describeResource(api: Api, { env }: ServerDeps): void {
  const { origin } = new URL(env.PUBLIC_URL);
  for (const path of ['', '/mcp'])
    api.get(`/.well-known/oauth-protected-resource${path}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('access-control-allow-origin', '*').send({
        resource: `${origin}${path}`,
        resource_name: 'Atelier',
        authorization_servers: [origin],
        scopes_supported: apiKeyScopes,
        bearer_methods_supported: ['header'],
      }),
    );
}

/** Hands a request to the provider as if it had come to PUBLIC_URL, whatever is in front of this process. */
function delegate({ provider, env }: ServerDeps) {
  const { protocol, host } = new URL(env.PUBLIC_URL);
  const respond = provider.callback();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = request;
    Object.assign(raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': request.ip,
    });
    if (request.routeOptions.url === oauthPaths.authorization) raw.url = addScopes(raw.url ?? '');
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    await respond(raw, reply.raw);
  };
}

/** A program that names no scopes asks for all. */
function addScopes(url: string): string {
  const asked = new URL(url, 'http://unused');
  if (!asked.searchParams.get('scope')) asked.searchParams.set('scope', apiKeyScopes.join(' '));
  return `${asked.pathname}${asked.search}`;
}
