import { AppError } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Programs may call it with an API key; session.ts refuses keys everywhere else. */
    acceptsKeys?: boolean;
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
    route.config = { ...route.config, acceptsKeys: true };
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

/** Answers 404 to everyone but administrators, before the body is read, so that the routes do not appear to exist. */
export function requireAdmin(api: Api): void {
  documentSessionRequirement(api);
  api.addHook('onRequest', async (request) => {
    if (!request.session?.isAdmin) throw new AppError('not_found');
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
