import { type ApiKeyScope, AppError, apiKeyScopeMeanings } from '@atelier/contract';
import type { FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Programs may call it with an API key; session.ts refuses keys everywhere else. */
    acceptsKeys?: boolean;
    /** The owner of a closed account may call it; session.ts refuses them everywhere else. */
    acceptsClosedAccounts?: boolean;
    /**
     * A key needs one of these scopes (docs/api-keys.md); none: every key may. A route that accepts keys has to say, or the
     * api does not start.
     */
    keyScopes?: readonly ApiKeyScope[];
    /** Only signed-in users get an answer; shown in the API's description. */
    needsSession?: boolean;
  }
}

/**
 * Opens every route added to this group afterwards to API keys. Groups that do not call it are for browsers only, so
 * forgetting the call closes a route and never opens one.
 */
export function acceptKeys(api: Api): void {
  api.addHook('onRoute', (route) => {
    if (!route.config?.keyScopes)
      throw new Error(`${route.method} ${route.url} accepts API keys and does not say with which keyScopes`);
    route.config = { ...route.config, acceptsKeys: true };
  });
}

/**
 * Opens every route added to this group afterwards to sessions of closed accounts: to sign in and out, to keep the
 * account and to take out its data. As with keys, forgetting the call closes a route.
 */
export function acceptClosedAccounts(api: Api): void {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, acceptsClosedAccounts: true };
  });
}

/** Refuses anonymous requests with 401 before their body is read or their query validated. */
export function requireSession(api: Api): void {
  documentSessionRequirement(api);
  api.addHook('onRequest', async (request, reply) => {
    // Replies are personal: neither a proxy nor the browser may cache them.
    reply.header('cache-control', 'no-store');
    if (!request.session) throw new AppError('please_login');
  });
}

/** Time after a sign-in in which a user may do what needs a fresh one. */
export const freshMs = 600_000;

/** Refuses a key that has none of the scopes of its route. Throws key_scope_missing (403). */
export function requireScope(request: FastifyRequest, scopes: readonly ApiKeyScope[]): void {
  const { keyScopes = [] } = request.routeOptions.config;
  if (keyScopes.length === 0 || keyScopes.some((scope) => scopes.includes(scope))) return;
  const named = keyScopes.map((scope) => `"${scope}" (${apiKeyScopeMeanings[scope]})`);
  throw new AppError('key_scope_missing', {
    message: `This API key lacks the scope ${named.join(' or ')}`,
    details: { required_scopes: keyScopes },
  });
}

/** Guards acts for which a stolen, still open session must not be enough. Throws sign_in_again (403). */
export function requireFreshSignIn(request: FastifyRequest): void {
  if (!hasFreshSignIn(request)) throw new AppError('sign_in_again');
}

/** Whether the user has proved at the identity provider within the last ten minutes who they are. */
export function hasFreshSignIn({ session }: FastifyRequest): boolean {
  return session?.signedInBy === 'cookie' && Date.now() - session.signedInAt.getTime() < freshMs;
}

/**
 * Guards routes that create something: a locked account may look at what it has and download it. It is a hook of the
 * route, so that the body is not read. Submissions are refused by the reservation itself.
 */
export async function refuseLocked({ session }: FastifyRequest): Promise<void> {
  if (session?.isLocked) throw new AppError('account_locked');
}

/** Answers 404 to everyone but administrators, before the body is read, so that the routes do not appear to exist. */
export function requireAdmin(api: Api): void {
  documentSessionRequirement(api);
  markForOperators(api);
  api.addHook('onRequest', async (request) => {
    if (!request.session?.isAdmin) throw new AppError('not_found');
  });
}

/** Signed-in users who ask for one of these routes are counted in the audit log. */
export function markForOperators(api: Api): void {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, isForOperators: true };
  });
}

function documentSessionRequirement(api: Api): void {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, needsSession: true };
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection: a request that changes something must come from one of our own pages. API keys are exempt, because a
 * browser never attaches one on its own.
 */
export function checkOrigin(api: Api, { env }: Pick<RouteDeps, 'env'>): void {
  const allowed = allowedOrigins(env.PUBLIC_URL);
  api.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.session?.signedInBy === 'key') return;
    if (!allowed.has(request.headers.origin ?? '')) throw new AppError('bad_origin');
  });
}

/** The origin of PUBLIC_URL; on a local address also under the machine's other name. */
export function allowedOrigins(publicUrl: string): ReadonlySet<string> {
  const { origin, hostname, port, protocol } = new URL(publicUrl);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return new Set([origin]);
  return new Set([`${protocol}//localhost:${port}`, `${protocol}//127.0.0.1:${port}`, origin]);
}
