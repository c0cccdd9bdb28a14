// The rule of what may be reserved, once: every statement that reserves, the reason of a refusal and the allowance of a
// batch follow from `limits`. A new limit is an entry there, a refusal that it answers with, and what it reads in
// `State`.
import type { Queryable } from '../../../prepared.ts';
import { findSuccessor } from '../../kind-closures/kind-closures.ts';
import { type AskedSql, rowState, type State, type StateSql } from './state.ts';

export type Refusal =
  | { ok: false; reason: 'key_used' }
  /** The project was deleted after the request had looked it up. */
  | { ok: false; reason: 'project_deleted' }
  | { ok: false; reason: 'account_locked' }
  | { ok: false; reason: 'kind_closed'; kind: string; successor: string | null }
  /** The API key was revoked or has expired since the request was let in. */
  | { ok: false; reason: 'api_key_ended' }
  /** The API key may make other kinds only. */
  | { ok: false; reason: 'key_kind_not_allowed'; kinds: readonly string[] }
  /** The key asks its owner first; see packages/db/src/queries/generations/approvals.ts. */
  | { ok: false; reason: 'approval_needed' }
  | { ok: false; reason: 'insufficient_credits'; required: number; current: number }
  | ({ ok: false; reason: 'daily_cap_reached'; freesAt: Date } & Cap)
  /** `freesAt`: null for the total and a single submission, which no day frees. */
  | ({
      ok: false;
      reason: 'key_budget_reached';
      budget: 'daily' | 'total' | 'job';
      freesAt: Date | null;
    } & Cap)
  | { ok: false; reason: 'too_many_running'; running: number; waiting: number; freeInSeconds: number };

type Cap = { cap: number; spent: number; required: number };

/** Facts that a refusal is answered with. */
type RefusalFacts = {
  state: State & { frees_at: Date; free_in_seconds: number | null };
  required: number;
  on: Queryable;
};

/** A limit is SQL of one of three: a condition that refuses everything, the credits or the places that it leaves. */
type Limit = {
  /** Depends on the API key alone, so it is asked before the account is locked, too. */
  isOfKey?: true;
  refuses?: (state: StateSql, asked: AskedSql) => string;
  /** SQL that is null when the account has no such limit. */
  leavesCredits?: (state: StateSql) => string;
  leavesPlaces?: (state: StateSql, asked: AskedSql) => string;
  answer: (facts: RefusalFacts) => Refusal | Promise<Refusal>;
};

/** Every limit, in the order in which they are answered: permanent reasons take precedence. */
const limits = {
  // The first request may have spent the last credits: its repetition still gets the first answer.
  key_used: {
    refuses: (state) => state.is_key_used,
    answer: () => ({ ok: false, reason: 'key_used' }),
  },
  account_locked: {
    refuses: (state) => state.is_locked,
    answer: () => ({ ok: false, reason: 'account_locked' }),
  },
  kind_closed: {
    refuses: (state) => `${state.closed_kind} is not null`,
    answer: async ({ state, on }) => {
      const kind = String(state.closed_kind);
      return { ok: false, reason: 'kind_closed', kind, successor: await findSuccessor(on, kind) };
    },
  },
  api_key_ended: {
    refuses: (state, asked) => `${asked.apiKeyId} is not null and ${state.api_key_id} is null`,
    answer: () => ({ ok: false, reason: 'api_key_ended' }),
  },
  key_kind_not_allowed: {
    isOfKey: true,
    refuses: (state, { kind, kinds = `array[${kind}]` }) =>
      `not coalesce(${kinds} <@ ${state.key_kinds}, true)`,
    answer: ({ state }) => ({ ok: false, reason: 'key_kind_not_allowed', kinds: state.key_kinds ?? [] }),
  },
  job_budget: {
    isOfKey: true,
    refuses: (state, asked) => `coalesce(${asked.askedCost} > ${state.job_budget}, false)`,
    answer: ({ state, required }) => ({
      ok: false,
      reason: 'key_budget_reached',
      budget: 'job',
      cap: state.job_budget ?? 0,
      spent: 0,
      required,
      freesAt: null,
    }),
  },
  insufficient_credits: {
    leavesCredits: (state) => state.available,
    answer: ({ state, required }) => ({
      ok: false,
      reason: 'insufficient_credits',
      required,
      current: state.available,
    }),
  },
  daily_cap: {
    leavesCredits: (state) => `${state.daily_cap} - ${state.spent_today}`,
    answer: ({ state, required }) => ({
      ok: false,
      reason: 'daily_cap_reached',
      cap: state.daily_cap ?? 0,
      spent: state.spent_today,
      required,
      freesAt: state.frees_at,
    }),
  },
  // Precedes the budget of the day: waiting for the next day would not help.
  total_budget: {
    isOfKey: true,
    leavesCredits: (state) => `${state.total_budget} - ${state.key_spent}`,
    answer: ({ state, required }) => ({
      ok: false,
      reason: 'key_budget_reached',
      budget: 'total',
      cap: state.total_budget ?? 0,
      spent: state.key_spent,
      required,
      freesAt: null,
    }),
  },
  daily_budget: {
    isOfKey: true,
    leavesCredits: (state) => `${state.daily_budget} - ${state.key_spent_today}`,
    answer: ({ state, required }) => ({
      ok: false,
      reason: 'key_budget_reached',
      budget: 'daily',
      cap: state.daily_budget ?? 0,
      spent: state.key_spent_today,
      required,
      freesAt: state.frees_at,
    }),
  },
  too_many_running: {
    leavesPlaces: (state, asked) =>
      `greatest(0, ${asked.maxWaiting} - ${state.waiting})
       + case when ${startsAtOnce(state, asked)} then ${asked.maxRunning} - ${state.running} else 0 end`,
    answer: ({ state }) => ({
      ok: false,
      reason: 'too_many_running',
      running: state.running,
      waiting: state.waiting,
      freeInSeconds: Math.max(1, state.free_in_seconds ?? 1),
    }),
  },
  // The last, so that an owner is asked only about what nothing else refuses.
  approval_needed: {
    isOfKey: true,
    refuses: (state, asked) =>
      `not ${asked.isApproved} and coalesce(${asked.askedCost} > ${state.ask_above}, false)`,
    answer: () => ({ ok: false, reason: 'approval_needed' }),
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
const entries = Object.entries(limits) as [LimitName, Limit][];

/** Whether a generation starts at once; otherwise it goes behind all that wait. */
export function startsAtOnce(state: StateSql, asked: Pick<AskedSql, 'maxRunning'>): string {
  const isHeld = `(${state.is_line_held} or ${state.is_kind_held})`;
  return `(${state.running} < ${asked.maxRunning} and ${state.waiting} = 0 and not ${isHeld})`;
}

/** The name of the first limit that refuses it, or null. Inside of `case` a limit that is not set refuses nothing. */
export function findLimit(state: StateSql, asked: AskedSql): string {
  return findFirst(entries, state, asked);
}

/** The same of the limits that depend on the API key alone, the row `key`. */
export function findKeyLimit(key: string, asked: AskedSql): string {
  const ofKey = entries.filter(([, { isOfKey }]) => isOfKey);
  return findFirst(ofKey, rowState({ account: '', key }) as StateSql, asked);
}

function findFirst(among: readonly [LimitName, Limit][], state: StateSql, asked: AskedSql): string {
  const conditions = among.map(([name, { refuses, leavesCredits, leavesPlaces }]) => {
    if (refuses) return [name, refuses(state, asked)];
    if (leavesCredits) return [name, `${leavesCredits(state)} < ${asked.costCredits}`];
    return [name, `${leavesPlaces?.(state, asked)} < ${asked.count}`];
  });
  return `case ${conditions.map(([name, condition]) => `when ${condition} then '${name}'`).join('\n              ')} end`;
}

/** The credits and places that all limits leave. */
export function leftByLimits(state: StateSql, asked: AskedSql): { credits: string; places: string } {
  const least = (parts: readonly (string | undefined)[]) =>
    `greatest(0, least(${parts.filter(Boolean).join(', ')}))`;
  return {
    credits: least(entries.map(([, { leavesCredits }]) => leavesCredits?.(state))),
    places: least(entries.map(([, { leavesPlaces }]) => leavesPlaces?.(state, asked))),
  };
}

/** The answer of the limit with this name. Without one, room was made since the refusal, and asking again helps. */
export async function answerRefusal(name: LimitName | null, facts: RefusalFacts): Promise<Refusal> {
  const limit: Limit = limits[name ?? 'too_many_running'];
  return limit.answer(facts);
}

/** Values that all generations of a group have in common: limits count over their rows. */
export const sharedValues = ['userId', 'apiKeyId'] as const;
