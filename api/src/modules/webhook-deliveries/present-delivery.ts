import { type PublicWebhookDelivery, webhookDelivery } from '@atelier/contract';
import type { DeliveryRow } from '@atelier/db';

/** A delivery as its owner sees it; the query of its address may hold a secret and stays behind. */
export function presentDelivery(row: DeliveryRow): PublicWebhookDelivery {
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
