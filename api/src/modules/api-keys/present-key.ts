import type { ApiKey } from '@atelier/contract';
import type { ApiKeyRow } from '@atelier/db';

/** End and limits of a key, as the audit log keeps them, too. */
export function readLimits(row: ApiKeyRow) {
  return {
    expires_at: row.expires_at?.toISOString() ?? null,
    daily_budget_credits: row.daily_budget,
    total_budget_credits: row.total_budget,
    ask_above_credits: row.ask_above,
    job_budget_credits: row.job_budget,
    kinds: row.kinds,
  };
}

/** A key as its owner and its own requests see it. */
export function presentKey(row: ApiKeyRow): ApiKey {
  const { id, name, ending, client, scopes, is_expired } = row;
  return {
    id,
    name,
    ending,
    client,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    scopes,
    is_expired,
    ...readLimits(row),
    spent_today_credits: row.spent_today,
    spent_credits: row.spent,
  };
}
