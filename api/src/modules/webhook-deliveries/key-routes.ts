import { keySetReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';

/** The public keys for verifying our webhooks, readable by anyone. */
export function signingKeyRoutes(api: Api, { webhookSigner }: Pick<RouteDeps, 'webhookSigner'>): void {
  api.get(
    '/.well-known/jwks.json',
    {
      schema: {
        tags: ['webhooks'],
        summary: 'Get the public keys that sign our webhooks',
        response: { 200: keySetReply },
      },
    },
    async (_request, reply) => {
      // One hour, so that receivers see a new key long before the old one is retired.
      reply.header('cache-control', 'public, max-age=3600');
      reply.header('access-control-allow-origin', '*');
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return webhookSigner?.keySet ?? { keys: [] };
    },
  );
}
