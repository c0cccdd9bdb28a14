import type { ApiKeysReply } from '@atelier/contract';
import { ApiError } from '#lib/api/api-error.ts';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import type { Budgets } from './budget-fields.tsx';

/** Budgets of a form as the API takes them. */
export const toLimits = ({ job, daily, total, ask }: Budgets) => ({
  job_budget_credits: job,
  daily_budget_credits: daily,
  total_budget_credits: total,
  ask_above_credits: ask,
});

type Context = { signal: AbortSignal };

export const apiKeysQuery = {
  queryKey: ['developers', 'keys'],
  queryFn: ({ signal }: Context): Promise<ApiKeysReply> => request('GET /api/user/api-keys', { signal }),
};

export async function refreshApiKeys(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
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
