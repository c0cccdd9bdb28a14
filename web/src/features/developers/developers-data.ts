import type {
  ApiKeysReply,
  CreateApiKeyBody,
  CreateApiKeyReply,
  WebhookDeliveriesReply,
} from '@atelier/contract';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { serverNow } from '#lib/server-time.ts';
import type { Budgets } from './key-fields.tsx';

/** Budgets of a form as the API takes them. */
export const toLimits = ({ job, daily, total, ask }: Budgets) => ({
  job_budget_credits: job,
  daily_budget_credits: daily,
  total_budget_credits: total,
  ask_above_credits: ask,
});

/** Every model with its medium, which few of these pages need. */
export async function loadKindEntries() {
  return (await import('#product/kinds/kind-entries.build.ts')).kindEntries;
}

type Context = { signal: AbortSignal };

export const apiKeysQuery = {
  queryKey: ['developers', 'keys'],
  queryFn: ({ signal }: Context): Promise<ApiKeysReply> => request('GET /api/user/api-keys', { signal }),
};

export async function refreshApiKeys(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
}

export function createApiKey(body: CreateApiKeyBody): Promise<CreateApiKeyReply> {
  return request('POST /api/user/api-keys', { body });
}

/** Throws sign_in_again when a limit would rise and the sign-in is older than ten minutes. */
export async function changeKeyBudgets(id: string, budgets: Budgets): Promise<void> {
  const body = toLimits(budgets);
  await request('PATCH /api/user/api-keys/{id}', { params: { id }, body });
}

/** Idempotent: a key that was already revoked, in another tab, is no error. */
export async function revokeApiKey(id: string): Promise<void> {
  try {
    await request('DELETE /api/user/api-keys/{id}', { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
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
