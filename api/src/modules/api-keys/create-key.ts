import { findKind } from '@atelier/catalog';
import { AppError, type createApiKeyBody, maxApiKeyDays, maxApiKeys } from '@atelier/contract';
import { type ApiKeyRow, insertApiKey, type NewApiKey } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod/mini';
import type { RouteDeps } from '../../api.ts';

/** How a key is recognized: by its hash, or by the tokens of a grant. */
type Secret = Pick<NewApiKey, 'tokenHash' | 'ending'> & Partial<Pick<NewApiKey, 'grant'>>;

/**
 * Stores a key with its limits. Throws too_many_api_keys (409), or validation_failed for an end that is over or too far away
 * and for a kind that does not exist.
 */
export async function createKey(
  { db }: Pick<RouteDeps, 'db'>,
  { userId, wanted, secret }: { userId: string; wanted: z.output<typeof createApiKeyBody>; secret: Secret },
): Promise<ApiKeyRow> {
  const { name, scopes, expires_at: expiresAt, kinds, ...budgets } = wanted;
  refuseUnknownKinds(kinds);
  const key: NewApiKey = {
    id: uuidv7(),
    userId,
    name,
    scopes,
    expiresAt: expiresAt ? readEnd(expiresAt) : null,
    dailyBudget: budgets.daily_budget_credits ?? null,
    totalBudget: budgets.total_budget_credits ?? null,
    askAbove: budgets.ask_above_credits ?? null,
    jobBudget: budgets.job_budget_credits ?? null,
    kinds: kinds ?? null,
    ...secret,
  };
  const row = await insertApiKey(db, key, maxApiKeys);
  if (!row) throw new AppError('too_many_api_keys', { details: { limit: maxApiKeys } });
  return row;
}

/** Throws validation_failed. */
export function refuseUnknownKinds(kinds: readonly string[] | null | undefined): void {
  const index = kinds?.findIndex((kind) => !findKind(kind)) ?? -1;
  if (index >= 0)
    throw refuseValue(`kinds.${index}`, 'This is not a kind; GET /api/pricing lists them', 'unknown_kind');
}

function readEnd(moment: string): Date {
  const end = new Date(moment);
  const days = (end.getTime() - Date.now()) / 86_400_000;
  if (days > 0 && days <= maxApiKeyDays) return end;
  throw refuseValue('expires_at', 'The end must be in the future, at most five years away', 'value_refused');
}

function refuseValue(path: string, message: string, code: string): AppError {
  return new AppError('validation_failed', { details: { issues: [{ path, message, code }] } });
}
