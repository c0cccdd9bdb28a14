// The state of an account and its API key on which the rule of reservations decides (rule.ts), as SQL reads it.
import type { ValueSql } from '../../../group-commit/group-statements.ts';
import { isKindHeld, isLineHeld } from '../../../line-hold.ts';
import { spentToday } from '../../../spent-that-day.ts';

/** Account, API key, idempotency key and kind as a reservation finds them. */
export type State = {
  is_key_used: boolean;
  closed_kind: string | null;
  available: number;
  is_locked: boolean;
  running: number;
  waiting: number;
  is_line_held: boolean;
  is_kind_held: boolean;
  daily_cap: number | null;
  spent_today: number;
  /** Key that pays; null when there is none, or when it has ended. */
  api_key_id: string | null;
  total_budget: number | null;
  daily_budget: number | null;
  ask_above: number | null;
  job_budget: number | null;
  /** Kinds that the key may make; null for all. */
  key_kinds: string[] | null;
  key_spent: number;
  key_spent_today: number;
};
/** SQL of each part of the state, in a statement that reads it. */
export type StateSql = Readonly<Record<keyof State, string>>;

/** Values of a request and their types in SQL; `count` is the number of generations. */
export const askedTypes = {
  userId: 'uuid',
  apiKeyId: 'uuid',
  kind: 'text',
  key: 'uuid',
  costCredits: 'bigint',
  /** The most that the whole submission may cost, which may have several generations, and whether the owner has approved it. */
  askedCost: 'bigint',
  isApproved: 'boolean',
  count: 'integer',
  maxRunning: 'integer',
  maxWaiting: 'integer',
};
export type AskedSql = ValueSql<keyof typeof askedTypes> & {
  /** Every kind of a submission, where a statement is about more than one. */
  kinds?: string;
};

/** State that is of the rows of account and key, which are locked; `key` is null in a statement that joins none. */
export function rowState({ account, key }: { account: string; key: string | null }) {
  return {
    available: `${account}.available`,
    is_locked: `${account}.is_locked`,
    running: `${account}.running`,
    waiting: `${account}.waiting`,
    is_line_held: isLineHeld(account),
    daily_cap: `${account}.daily_cap`,
    spent_today: `(${spentToday(account)})`,
    api_key_id: key ? `${key}.id` : 'null::uuid',
    total_budget: key ? `${key}.total_budget` : 'null::bigint',
    daily_budget: key ? `${key}.daily_budget` : 'null::bigint',
    ask_above: key ? `${key}.ask_above` : 'null::bigint',
    job_budget: key ? `${key}.job_budget` : 'null::bigint',
    key_kinds: key ? `${key}.kinds` : 'null::text[]',
    key_spent: key ? `${key}.spent` : '0',
    key_spent_today: key ? `(${spentToday(key)})` : '0',
  } satisfies Partial<StateSql>;
}

/** State that every reservation of a group raises by its cost. */
export const spentState = ['spent_today', 'key_spent', 'key_spent_today'] as const;

/** State that differs from one generation of a group to the next. */
export function entryState({ userId, key, kind }: Omit<AskedSql, 'count'>) {
  return {
    is_key_used: `coalesce((select true from idempotency_key i where i.user_id = ${userId} and i.key = ${key} limit 1), false)`,
    closed_kind: findClosedKind(`= ${kind}`),
    is_kind_held: isKindHeld(kind),
  } satisfies Partial<StateSql>;
}

/** A closed kind among those that the condition selects. */
export const findClosedKind = (condition: string) =>
  `(select c.kind from kind_closure c where c.kind ${condition} and c.closed_at is not null order by c.kind limit 1)`;

/** Columns of a key `k` that `rowState` reads. */
export const payerColumns = [
  'id',
  'total_budget',
  'daily_budget',
  'ask_above',
  'job_budget',
  'kinds',
  'spent',
  'spent_on',
  'spent_that_day',
]
  .map((name) => `k.${name}`)
  .join(', ');

/** Condition on a key that may pay. */
export const isKeyValid = (key: string) =>
  `${key}.revoked_at is null and (${key}.expires_at is null or ${key}.expires_at > now())`;

/** Columns with the names of the state. */
export const selectState = (state: Partial<StateSql>) =>
  Object.entries(state)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ');
