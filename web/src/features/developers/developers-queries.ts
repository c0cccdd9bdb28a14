import type { WebhookDeliveriesReply } from '@atelier/contract';
import { queryClient } from '#lib/query-client.ts';
import { fetchApiKeys, fetchWebhookDeliveries } from './developers-api.ts';

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
