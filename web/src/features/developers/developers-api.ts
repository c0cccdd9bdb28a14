import type { ApiKeysReply, CreateApiKeyReply, WebhookDeliveriesReply } from '@atelier/contract';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';

export function fetchApiKeys(signal: AbortSignal): Promise<ApiKeysReply> {
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

export function fetchWebhookDeliveries(signal: AbortSignal): Promise<WebhookDeliveriesReply> {
  return request('GET /api/user/webhook-deliveries', { signal });
}

export async function redeliverWebhook(id: string): Promise<void> {
  await request('POST /api/user/webhook-deliveries/{id}/redeliver', { params: { id } });
}
