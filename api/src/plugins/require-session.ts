import { AppError } from '@atelier/contract';
import type { Api } from '../api.ts';

/** Refuses anonymous requests before their body is read or their query judged (reliability.md section 6). */
export function requireSession(api: Api): void {
  api.addHook('onRequest', async (request, reply) => {
    // What is said to one person is kept by no cache, neither a proxy's nor this browser's.
    reply.header('cache-control', 'no-store');
    if (!request.session) throw new AppError('please_login');
  });
}
