import { preparedQuery, type Queryable } from '../../prepared.ts';
import { nextDay, spentToday } from '../../spent-that-day.ts';
import { findSuccessor } from '../kind-closures/kind-closures.ts';

type Refused = {
  userId: string;
  costCredits: number;
  apiKeyId?: string | null;
  idempotency: { key: string } | null;
  /** Everything that was asked for. */
  kinds: readonly string[];
};

export type Refusal =
  | { ok: false; reason: 'key_used' }
  /** Since it was last looked up. */
  | { ok: false; reason: 'project_deleted' }
  | { ok: false; reason: 'account_locked' }
  | { ok: false; reason: 'kind_closed'; kind: string; successor: string | null }
  /** The API key was revoked or has expired since the request was let in. */
  | { ok: false; reason: 'api_key_ended' }
  | { ok: false; reason: 'insufficient_credits'; required: number; current: number }
  | ({ ok: false; reason: 'daily_cap_reached'; freesAt: Date } & Limit)
  /** `freesAt`: null for the total, which no day frees. */
  | ({ ok: false; reason: 'key_budget_reached'; budget: 'daily' | 'total'; freesAt: Date | null } & Limit)
  | { ok: false; reason: 'too_many_running'; running: number; waiting: number; freeInSeconds: number };

type Limit = { cap: number; spent: number; required: number };

/** What a reservation depends on, as it was when it was refused. */
export type RefusedState = {
  available: number;
  running: number;
  waiting: number;
  is_locked: boolean;
  daily_cap: number | null;
  spent_today: number;
  frees_at: Date;
  free_in_seconds: number | null;
  is_key_used: boolean;
  closed_kind: string | null;
  /** Null: a request without a key, or one whose key has ended. */
  api_key_id: string | null;
  daily_budget: number | null;
  total_budget: number | null;
  key_spent: number;
  key_spent_today: number;
};

/** When the next place of the user $1 is free. */
export const freeInSeconds = `
  (select ceil(min(extract(epoch from coalesce(submitted_at, started_at, created_at) - now()) + expected_seconds))
     from generation where user_id = $1 and status in ('pending', 'processing'))::integer`;

const find = preparedQuery<RefusedState>(
  'explain-refusal',
  `select a.available, a.running, a.waiting, a.is_locked, a.daily_cap, ${spentToday('a')} as spent_today,
          ${nextDay} as frees_at,
          ${freeInSeconds} as free_in_seconds,
          exists (select from idempotency_key where user_id = $1 and key = $2::uuid) as is_key_used,
          (select min(kind) from kind_closure where kind = any($4) and closed_at is not null) as closed_kind,
          k.id as api_key_id, k.daily_budget, k.total_budget, k.spent as key_spent,
          ${spentToday('k')} as key_spent_today
     from credit_account a
     left join api_key k on k.id = $3::uuid and k.user_id = a.user_id and k.revoked_at is null
                        and (k.expires_at is null or k.expires_at > now())
    where a.user_id = $1`,
);

/** Why a reservation was refused, read after it: what is most final comes first. */
export async function explainRefusal(on: Queryable, refused: Refused): Promise<Refusal> {
  const { userId, costCredits: required, apiKeyId = null, idempotency, kinds } = refused;
  const [state] = await find(on, [userId, idempotency?.key ?? null, apiKeyId, kinds]);
  return refusalOf(on, state, { required, apiKeyId });
}

/** `state`: undefined without an account. */
export async function refusalOf(
  on: Queryable,
  state: RefusedState | undefined,
  { required, apiKeyId }: { required: number; apiKeyId: string | null },
): Promise<Refusal> {
  // The first request may have spent the last credits: its repetition still gets the first answer.
  if (state?.is_key_used) return { ok: false, reason: 'key_used' };
  if (state?.is_locked) return { ok: false, reason: 'account_locked' };
  if (typeof state?.closed_kind === 'string') {
    const kind = state.closed_kind;
    return { ok: false, reason: 'kind_closed', kind, successor: await findSuccessor(on, kind) };
  }
  if (apiKeyId !== null && !state?.api_key_id) return { ok: false, reason: 'api_key_ended' };
  const current = state?.available ?? 0;
  if (!state || current < required) return { ok: false, reason: 'insufficient_credits', required, current };
  const { daily_cap: cap, spent_today: spent, frees_at: freesAt } = state;
  if (cap !== null && spent + required > cap)
    return { ok: false, reason: 'daily_cap_reached', cap, spent, required, freesAt };
  return (
    reachedBudget(state, required) ?? {
      ok: false,
      reason: 'too_many_running',
      running: state.running,
      waiting: state.waiting,
      freeInSeconds: Math.max(1, state.free_in_seconds ?? 1),
    }
  );
}

/** The total first: waiting for the next day would not help. */
function reachedBudget(state: RefusedState, required: number): Refusal | undefined {
  const { total_budget: total, key_spent: spent, daily_budget: daily, key_spent_today: spentToday } = state;
  const refusal = { ok: false, reason: 'key_budget_reached', required } as const;
  if (total !== null && spent + required > total)
    return { ...refusal, budget: 'total', cap: total, spent, freesAt: null };
  if (daily !== null && spentToday + required > daily)
    return { ...refusal, budget: 'daily', cap: daily, spent: spentToday, freesAt: state.frees_at };
  return undefined;
}
