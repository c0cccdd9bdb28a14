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
