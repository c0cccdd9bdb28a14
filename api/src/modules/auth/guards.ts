import { AppError } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Our own addresses. On a local one, both names of this machine are the same place. */
export function allowedOrigins(publicUrl: string): ReadonlySet<string> {
  const { origin, hostname, port, protocol } = new URL(publicUrl);
  if (hostname !== 'localhost' && hostname !== '127.0.0.1') return new Set([origin]);
  return new Set([`${protocol}//localhost:${port}`, `${protocol}//127.0.0.1:${port}`, origin]);
}

/**
 * Changes come from our own pages only (S8): without an Origin that is ours a cookie is worth nothing. A key is not sent
 * by a browser unasked, so what is signed in by one may come from anywhere.
 */
export function checkOrigin(api: Api, { env }: Pick<RouteDeps, 'env'>): void {
  const allowed = allowedOrigins(env.PUBLIC_URL);
  api.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.session?.signedInBy === 'key') return;
    if (!allowed.has(request.headers.origin ?? '')) throw new AppError('bad_origin');
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Programs may call it with an API key. Everything else is refused to them by the session plugin. */
    acceptsKeys?: boolean;
  }
}

/**
 * Opens the routes of this group, that is all that are added after it, to API keys. A group that does not say so is for
 * browsers alone: who forgets it keeps a door shut and none open.
 */
export function acceptKeys(api: Api): void {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, acceptsKeys: true };
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It answers nobody who is not signed in. */
    needsSession?: boolean;
  }
}

/** Refuses anonymous requests before their body is read or their query judged (reliability.md section 6). */
export function requireSession(api: Api): void {
  tellNeedOfSession(api);
  api.addHook('onRequest', async (request, reply) => {
    // What is said to one user is kept by no cache, neither a proxy's nor this browser's.
    reply.header('cache-control', 'no-store');
    if (!request.session) throw new AppError('please_login');
  });
}

/** Says in the description of the API that the routes of this group answer users who are signed in. */
export function tellNeedOfSession(api: Api): void {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, needsSession: true };
  });
}

/** To everybody else these addresses do not exist (S24). Runs before the body is read. */
export function requireAdmin(api: Api): void {
  tellNeedOfSession(api);
  api.addHook('onRequest', async (request) => {
    if (!request.session?.isAdmin) throw new AppError('not_found');
  });
}
