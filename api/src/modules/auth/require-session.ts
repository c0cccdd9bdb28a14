import { AppError } from '@atelier/contract';
import type { Api } from '../../api.ts';

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
