import {
  AppError,
  idParams,
  keySetReply,
  type PublicWebhookDelivery,
  webhookDeliveriesReply,
  webhookDelivery,
  webhookDeliveryReply,
} from '@atelier/contract';
import { type DeliveryRow, listDeliveries, reopenDelivery } from '@atelier/db';
import { enqueueWebhookDelivery } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import { redeliveryLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';

const tags = ['webhooks'];

/** Webhooks to a user's own server: their deliveries and failures. */
export function webhookDeliveryRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/webhook-deliveries',
    {
      config: { keyScopes: ['read'], isFollowing: true },
      schema: {
        tags,
        summary: 'List your newest 50 webhook deliveries',
        response: { 200: webhookDeliveriesReply },
      },
    },
    async (request) => {
      const rows = await listDeliveries(deps.db, signedIn(request).userId);
      return { data: rows.map(presentDelivery) };
    },
  );

  api.post(
    '/api/user/webhook-deliveries/:id/redeliver',
    {
      config: { ...redeliveryLimit(deps.env).config, keyScopes: ['generate'] },
      schema: {
        tags,
        summary: 'Redeliver a webhook',
        params: idParams,
        response: { 200: webhookDeliveryReply },
      },
    },
    async (request) => {
      if (!deps.webhookSigner) throw new AppError('webhooks_unavailable');
      const { userId } = signedIn(request);
      const row = await reopenDelivery(deps.db.pool, { id: request.params.id, userId });
      if (!row) throw new AppError('not_found');
      await enqueueWebhookDelivery(deps, { id: row.generation_id, webhook_url: row.url }, row.attempts);
      return { delivery: presentDelivery(row) };
    },
  );
}

/** The public keys for verifying our webhooks, readable by anyone. */
export function signingKeyRoutes(api: Api, { webhookSigner }: Pick<RouteDeps, 'webhookSigner'>): void {
  api.get(
    '/.well-known/jwks.json',
    {
      config: { keyScopes: [] },
      schema: {
        tags,
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

/** A delivery as its owner sees it. The query of its URL may hold a secret and is left out. */
function presentDelivery(row: DeliveryRow): PublicWebhookDelivery {
  return webhookDelivery.parse({
    id: row.id,
    generation_id: row.generation_id,
    url: withoutQuery(row.url),
    state: row.state,
    attempts: row.attempts,
    last_status: row.last_status,
    last_problem: row.last_problem,
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
    next_attempt_at: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
  });
}

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}
