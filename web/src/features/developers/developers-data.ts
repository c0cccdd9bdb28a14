import type { CreateApiKeyBody, CreateApiKeyReply, WebhookDeliveriesReply } from '@atelier/contract';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { serverNow } from '#lib/server-time.ts';

/** Every model with its medium, which few of these pages need. */
export async function loadKindEntries() {
  return (await import('#product/kinds/kind-entries.build.ts')).kindEntries;
}

type Context = { signal: AbortSignal };

export function createApiKey(body: CreateApiKeyBody): Promise<CreateApiKeyReply> {
  return request('POST /api/user/api-keys', { body });
}

const soonMs = 60_000;
const pollMs = 3_000;

export const webhookDeliveriesQuery = {
  queryKey: ['developers', 'webhooks'],
  queryFn: ({ signal }: Context): Promise<WebhookDeliveriesReply> =>
    request('GET /api/user/webhook-deliveries', { signal }),
  staleTime: 0,
  /** There are no events about deliveries, so the page polls while one is due soon. */
  refetchInterval: ({ state }: { state: { data: WebhookDeliveriesReply | undefined } }) =>
    state.data?.data.some(isDueSoon) ? pollMs : (false as const),
};

function isDueSoon({ next_attempt_at }: WebhookDeliveriesReply['data'][number]): boolean {
  return next_attempt_at !== null && Date.parse(next_attempt_at) - serverNow() < soonMs;
}

export async function refreshWebhookDeliveries(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: webhookDeliveriesQuery.queryKey });
}

export async function redeliverWebhook(id: string): Promise<void> {
  await request('POST /api/user/webhook-deliveries/{id}/redeliver', { params: { id } });
}
