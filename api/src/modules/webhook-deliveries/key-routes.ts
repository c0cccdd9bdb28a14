import { keySetReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';

/** The public keys of our signatures, for receivers anywhere. */
export function signingKeyRoutes(api: Api, { webhookSigner }: Pick<RouteDeps, 'webhookSigner'>): void {
  api.get(
    '/.well-known/jwks.json',
    {
      schema: {
        tags: ['webhooks'],
        summary: 'Keys that sign our webhooks',
        response: { 200: keySetReply },
      },
    },
    async (_request, reply) => {
      // An hour, so that receivers learn of a new key long before the old one goes.
      reply.header('cache-control', 'public, max-age=3600');
      reply.header('access-control-allow-origin', '*');
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return webhookSigner?.keySet ?? { keys: [] };
    },
  );
}
