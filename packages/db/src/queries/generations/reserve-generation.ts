import type { Medium } from '@atelier/catalog';
import type { Adjustment } from '@atelier/catalog/server';
import type { GenerationRow } from '../../generation-row.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

type FirstAnswer = { generationId: string; bodySha256: Buffer; leftCredits: number };

const find = preparedQuery<{ generation_id: string; body_sha256: Buffer; available_after: number }>(
  'find-first-answer',
  `select k.generation_id, k.body_sha256, e.available_after
     from idempotency_key k
     join ledger_entry e on e.entry_key = 'reserve:' || k.generation_id::text
    where k.user_id = $1 and k.key = $2`,
);

/** The reply that the first request with this key got, so that a repeated one gets the same. Keys live for 24 h. */
export async function findFirstAnswer(
  on: Queryable,
  userId: string,
  key: string,
): Promise<FirstAnswer | undefined> {
  const [row] = await find(on, [userId, key]);
  if (!row) return undefined;
  return { generationId: row.generation_id, bodySha256: row.body_sha256, leftCredits: row.available_after };
}

export type NewGeneration = {
  id: string;
  userId: string;
  kind: string;
  medium: Medium;
  prompt: string;
  negativePrompt: string;
  model: string;
  mode: string | null;
  width: number | null;
  height: number | null;
  input: Readonly<Record<string, unknown>>;
  adjustments: readonly Adjustment[];
  isPublic: boolean;
  costCredits: number;
  expectedSeconds: number;
  deadlineSeconds: number;
  providerEndpoint: string;
  /** The client's request_id and the SHA-256 of what it asked for. */
  idempotency: { key: string; bodySha256: Buffer } | null;
  maxRunning: number;
  /** The id of the HTTP request that asked for it, as the logs name it. */
  apiRequestId?: string | undefined;
  /** The owner's server that is notified of its end. */
  webhookUrl?: string | undefined;
};

export type Reservation =
  | { ok: true; generation: GenerationRow; leftCredits: number; heldCredits: number; creditsRevision: number }
  | { ok: false; reason: 'key_used' }
  | { ok: false; reason: 'insufficient_credits'; required: number; current: number }
  | { ok: false; reason: 'daily_cap_reached'; cap: number; spent: number; required: number; freesAt: Date }
  | { ok: false; reason: 'too_many_running'; running: number; freeInSeconds: number };

/** Days of the spending limit are UTC. */
const today = `(now() at time zone 'UTC')::date`;
const spentWithThis = `:costCredits + case when spent_on = ${today} then spent_that_day else 0 end`;

/** Each column of a new generation and where its value comes from: a property of the values, or an expression. */
const columns = {
  id: ':id',
  user_id: ':userId',
  kind: ':kind',
  medium: ':medium',
  prompt: ':prompt',
  negative_prompt: ':negativePrompt',
  model: ':model',
  mode: ':mode',
  width: ':width',
  height: ':height',
  input: ':input',
  cost: ':costCredits',
  adjustments: ':adjustments',
  is_public: ':isPublic',
  expected_seconds: ':expectedSeconds',
  deadline_at: 'now() + make_interval(secs => :deadlineSeconds)',
  provider_endpoint: ':providerEndpoint',
  next_check_at: `now() + interval '10 seconds'`,
  api_request_id: ':apiRequestId::uuid',
  webhook_url: ':webhookUrl::text',
} satisfies Partial<Record<keyof GenerationRow, string>>;

/**
 * One statement, hence one transaction and one round trip: holds the credits and inserts the generation, the ledger
 * entry, the idempotency key and the outbox row. When the account has too little nothing is written; when the key
 * exists already, its primary key undoes the whole statement. What was spent today is counted on the account's own
 * row, because only that row is read again after waiting for its lock.
 */
const reserve = namedQuery<GenerationRow & { left: number; held: number; credits_revision: number }>(
  'reserve-generation',
  `with account as (
     update credit_account
        set available = available - :costCredits, held = held + :costCredits, running = running + 1,
            revision = revision + 1, spent_that_day = ${spentWithThis}, spent_on = ${today}
      where user_id = :userId and available >= :costCredits and running < :maxRunning
        and (daily_cap is null or ${spentWithThis} <= daily_cap)
      returning available, held, revision
   ), created as (
     insert into generation (${Object.keys(columns).join(', ')})
     select ${Object.values(columns).join(', ')} from account
     returning *
   ), entry as (
     insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               generation_id)
     select :userId, 'reserve', -:costCredits::bigint, :costCredits, available, held, 'reserve:' || :id::text, :id
       from account
   ), key as (
     insert into idempotency_key (user_id, key, body_sha256, generation_id)
     select :userId, :key, :bodySha256, :id from account where :key::uuid is not null
   ), message as (
     insert into outbox (key, topic, payload)
     select 'dispatch:' || :id::text, 'job',
            jsonb_build_object('name', 'dispatch-generation', 'generationId', :id::text, 'run', 0)
       from account
   )
   select created.*, account.available as left, account.held, account.revision as credits_revision
     from created, account`,
);

/** Takes the hold and creates the generation, or says why not. Throws only when PostgreSQL cannot be asked. */
export async function reserveGeneration(on: Queryable, generation: NewGeneration): Promise<Reservation> {
  try {
    const [row] = await reserve(on, valuesOf(generation));
    if (!row) return await explainRefusal(on, generation);
    const { left, held, credits_revision, ...created } = row;
    return {
      ok: true,
      generation: created,
      leftCredits: left,
      heldCredits: held,
      creditsRevision: credits_revision,
    };
  } catch (error) {
    if (isKeyConflict(error)) return { ok: false, reason: 'key_used' };
    throw error;
  }
}

function valuesOf({ idempotency, ...generation }: NewGeneration): Record<string, unknown> {
  return {
    apiRequestId: null,
    webhookUrl: null,
    ...generation,
    input: JSON.stringify(generation.input),
    adjustments: JSON.stringify(generation.adjustments),
    key: idempotency?.key ?? null,
    bodySha256: idempotency?.bodySha256 ?? null,
  };
}

type Account = {
  available: number;
  running: number;
  daily_cap: number | null;
  spent_today: number;
  frees_at: Date;
  free_in_seconds: number | null;
  is_key_used: boolean;
};

const findAccount = preparedQuery<Account>(
  'explain-refusal',
  `select available, running, daily_cap,
          case when spent_on = ${today} then spent_that_day else 0 end as spent_today,
          (${today} + 1)::timestamp at time zone 'UTC' as frees_at,
          (select ceil(min(extract(epoch from coalesce(submitted_at, created_at) - now()) + expected_seconds))
             from generation where user_id = $1 and status in ('pending', 'processing'))::integer as free_in_seconds,
          exists (select from idempotency_key where user_id = $1 and key = $2::uuid) as is_key_used
     from credit_account where user_id = $1`,
);

async function explainRefusal(on: Queryable, generation: NewGeneration): Promise<Reservation> {
  const [account] = await findAccount(on, [generation.userId, generation.idempotency?.key ?? null]);
  // The first request may have spent the last credits: its repetition still gets the first answer.
  if (account?.is_key_used) return { ok: false, reason: 'key_used' };
  const current = account?.available ?? 0;
  const required = generation.costCredits;
  if (!account || current < required) return { ok: false, reason: 'insufficient_credits', required, current };
  const { daily_cap: cap, spent_today: spent, frees_at: freesAt, running } = account;
  if (cap !== null && spent + required > cap)
    return { ok: false, reason: 'daily_cap_reached', cap, spent, required, freesAt };
  return {
    ok: false,
    reason: 'too_many_running',
    running,
    freeInSeconds: Math.max(1, account.free_in_seconds ?? 1),
  };
}

function isKeyConflict(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'idempotency_key_pkey';
}
