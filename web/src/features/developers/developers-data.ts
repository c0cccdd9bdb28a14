import type { ApiKeysReply, CreateApiKeyReply, WebhookDeliveriesReply } from '@atelier/contract';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';

export const apiKeysQuery = {
  queryKey: ['developers', 'keys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchApiKeys(signal),
};

export async function refreshApiKeys(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
}

const soonMs = 60_000;
const lookAgainMs = 3_000;

export const webhookDeliveriesQuery = {
  queryKey: ['developers', 'webhooks'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchWebhookDeliveries(signal),
  staleTime: 0,
  /** Nothing is told of them by the socket, so the page looks while one is about to be sent. */
  refetchInterval: ({ state }: { state: { data: WebhookDeliveriesReply | undefined } }) =>
    state.data?.data.some(isSoon) ? lookAgainMs : (false as const),
};

function isSoon({ next_attempt_at }: WebhookDeliveriesReply['data'][number]): boolean {
  return next_attempt_at !== null && Date.parse(next_attempt_at) - Date.now() < soonMs;
}

export async function refreshWebhookDeliveries(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: webhookDeliveriesQuery.queryKey });
}

function fetchApiKeys(signal: AbortSignal): Promise<ApiKeysReply> {
  return request('GET /api/user/api-keys', { signal });
}

export function createApiKey(name: string): Promise<CreateApiKeyReply> {
  return request('POST /api/user/api-keys', { body: { name } });
}

/** One that was revoked before, in another tab, is as good. */
export async function revokeApiKey(id: string): Promise<void> {
  try {
    await request('DELETE /api/user/api-keys/{id}', { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

function fetchWebhookDeliveries(signal: AbortSignal): Promise<WebhookDeliveriesReply> {
  return request('GET /api/user/webhook-deliveries', { signal });
}

export async function redeliverWebhook(id: string): Promise<void> {
  await request('POST /api/user/webhook-deliveries/{id}/redeliver', { params: { id } });
}
