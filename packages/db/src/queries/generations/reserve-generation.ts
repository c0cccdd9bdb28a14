import type { Medium } from '@atelier/catalog';
import type { Adjustment } from '@atelier/catalog/server';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

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
  /** Where its owner wants to be told of its end. */
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

/**
 * T1 of reliability.md section 2 in one statement, hence one transaction and one round trip: hold the credits,
 * insert the generation, the ledger entry, the idempotency key and the outbox row. When the account has too little
 * nothing is written; when the key exists already its primary key undoes the whole statement. What was spent today is
 * counted on the account's own row, because only that row is read again after waiting for its lock.
 */
const reserve = preparedQuery<GenerationRow & { left: number; held: number; credits_revision: number }>(
  'reserve-generation',
  `with account as (
     update credit_account
        set available = available - $12, held = held + $12, running = running + 1, revision = revision + 1,
            spent_that_day = $12 + case when spent_on = ${today} then spent_that_day else 0 end,
            spent_on = ${today}
      where user_id = $2 and available >= $12 and running < $19
        and (daily_cap is null
             or $12 + case when spent_on = ${today} then spent_that_day else 0 end <= daily_cap)
      returning available, held, revision
   ), created as (
     insert into generation (id, user_id, kind, medium, prompt, negative_prompt, model, mode, width, height,
                             input, cost, adjustments, is_public, expected_seconds, deadline_at,
                             provider_endpoint, next_check_at, api_request_id, webhook_url)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
            now() + make_interval(secs => $16), $17, now() + interval '10 seconds', $21::uuid, $22::text
       from account
     returning *
   ), entry as (
     insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               generation_id)
     select $2, 'reserve', -$12::bigint, $12, available, held, 'reserve:' || $1::text, $1 from account
   ), key as (
     insert into idempotency_key (user_id, key, body_sha256, generation_id)
     select $2, $18, $20, $1 from account where $18::uuid is not null
   ), message as (
     insert into outbox (key, topic, payload)
     select 'dispatch:' || $1::text, 'job',
            jsonb_build_object('name', 'dispatch-generation', 'generationId', $1::text, 'run', 0)
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

function valuesOf(generation: NewGeneration): unknown[] {
  return [
    generation.id,
    generation.userId,
    generation.kind,
    generation.medium,
    generation.prompt,
    generation.negativePrompt,
    generation.model,
    generation.mode,
    generation.width,
    generation.height,
    JSON.stringify(generation.input),
    generation.costCredits,
    JSON.stringify(generation.adjustments),
    generation.isPublic,
    generation.expectedSeconds,
    generation.deadlineSeconds,
    generation.providerEndpoint,
    generation.idempotency?.key ?? null,
    generation.maxRunning,
    generation.idempotency?.bodySha256 ?? null,
    generation.apiRequestId ?? null,
    generation.webhookUrl ?? null,
  ];
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
