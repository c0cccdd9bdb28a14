import type { Medium } from '@atelier/catalog';
import type { Adjustment } from '@atelier/catalog/server';
import type { GenerationRow } from '../../generation-row.ts';
import { isLineHeld } from '../../line-hold.ts';
import { namedQuery, type Queryable } from '../../prepared.ts';
import { spentToday, today } from '../../spent-that-day.ts';
import { withOneMore } from '../library/record-counts.ts';
import { placeStep } from '../line/places-after-move.ts';
import { explainRefusal, type Refusal } from './explain-refusal.ts';

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
  /** Half of all are to end within the first, nine of ten within the second. */
  expectedSeconds: number;
  expectedMostSeconds?: number;
  /** What nine tenths of all are to end within, the first tenth first; kept as it was promised. */
  promisedDeciles?: readonly number[];
  deadlineSeconds: number;
  providerEndpoint: string;
  /** The client's request_id and the SHA-256 of what it asked for. */
  idempotency: { key: string; bodySha256: Buffer } | null;
  /** How many of a user's may run at once, and how many more may wait for that. */
  maxRunning: number;
  maxWaiting: number;
  /** The id of the HTTP request that asked for it, as the logs name it. */
  apiRequestId?: string | undefined;
  /** The owner's server that is notified of its end. */
  webhookUrl?: string | undefined;
  /** The API key that pays for it; null: made in the browser. */
  apiKeyId?: string | null;
  /** The owner's project that it goes into. */
  projectId?: string | undefined;
  /** The batch that it is a line of; `line` and `set` count from 1. */
  batch?: { id: string; line: number; set: number } | undefined;
  /** What it is made from. Those that are not the user's own are left out. */
  sources?: readonly GenerationSource[];
  /** A generation of the same user that this one repeats: what that one was made from, this one is made from, too. */
  retryOf?: string | undefined;
};

/** Another generation of the same user that one is made from: its files, a frame of its video, or its settings. */
export type GenerationSource =
  | { relation: 'input' | 'frame'; field: string; outputId: string }
  | { relation: 'settings'; sourceId: string };

export type Reservation =
  | {
      ok: true;
      /** While it waits, its queue_position is how many of the user's own are ahead. */
      generation: GenerationRow;
      leftCredits: number;
      heldCredits: number;
      creditsRevision: number;
    }
  | Refusal;

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
  expected_most_seconds: ':expectedMostSeconds',
  promised_deciles: ':promisedDeciles::real[]',
  deadline_at: 'now() + make_interval(secs => :deadlineSeconds)',
  provider_endpoint: ':providerEndpoint',
  next_check_at: `now() + interval '10 seconds'`,
  api_request_id: ':apiRequestId::uuid',
  webhook_url: ':webhookUrl::text',
  api_key_id: ':apiKeyId::uuid',
  project_id: ':projectId::uuid',
  batch_id: ':batchId::uuid',
  batch_line: ':batchLine::smallint',
  batch_set: ':batchSet::smallint',
  status: `case when account.waiting = 0 then 'pending' else 'waiting' end`,
  stage: `case when account.waiting = 0 then 'reserved' else 'waiting' end`,
  line_place: 'case when account.waiting > 0 then account.line_tail end',
} satisfies Partial<Record<keyof GenerationRow, string>>;

/** It starts at once; otherwise it goes behind all that wait, and the one that starts it begins its deadline. */
const starts = `(running < :maxRunning and waiting = 0 and not ${isLineHeld})`;

/** What its row will have spent today with this generation. */
const spentWithThis = (row: string) => `:costCredits + ${spentToday(row)}`;

/** What is written for an accepted generation, of `account`: its row with the balance after it. */
export const writes = {
  created: `created as (
     insert into generation (${Object.keys(columns).join(', ')})
     select ${Object.values(columns).join(', ')} from account
     returning *
   )`,
  entry: `insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               generation_id)
     select :userId, 'reserve', -:costCredits::bigint, :costCredits, available, held, 'reserve:' || :id::text, :id
       from account`,
  key: `key as (
     insert into idempotency_key (user_id, key, body_sha256, generation_id)
     select :userId, :key, :bodySha256, :id from account where :key::uuid is not null
   )`,
  message: `message as (
     insert into outbox (key, topic, payload)
     select 'dispatch:' || :id::text, 'job',
            jsonb_build_object('name', 'dispatch-generation', 'generationId', :id::text, 'run', 0)
       from account where waiting = 0
   )`,
  /** A file that its owner gave twice is one source. The limit keeps a plan from reading all that the owner has. */
  sources: `sources as (
     insert into generation_source (generation_id, source_id, relation, field, output_position)
     select :id, g.id, given.relation, given.field, given.output_position
       from account cross join lateral (
              select coalesce(o.generation_id, s."sourceId") as source_id, s.relation, coalesce(s.field, '') as field,
                     o.position as output_position
                from jsonb_to_recordset(:sources::jsonb)
                       as s ("sourceId" uuid, "outputId" uuid, relation text, field text)
                left join output o on o.id = s."outputId"
               union
              select s.source_id, s.relation, s.field, s.output_position
                from generation_source s
                join generation repeated on repeated.id = s.generation_id and repeated.user_id = :userId
               where s.generation_id = :retryOf::uuid
            ) given
            cross join lateral (
              select id from generation where id = given.source_id and user_id = :userId limit 1
            ) g
     on conflict do nothing
   )`,
};

/** Holds the credits of a generation, on the condition that the account accepts it. */
export const hold = (from: string, returned = '') => `
     update credit_account a
        set available = available - :costCredits, held = held + :costCredits,
            running = running + case when ${starts} then 1 else 0 end,
            waiting = waiting + case when ${starts} then 0 else 1 end,
            line_tail = line_tail + case when ${starts} then 0 else ${placeStep} end,
            revision = revision + 1, spent_that_day = ${spentWithThis('a')}, spent_on = ${today},
            ${withOneMore(':medium')}
            ${from}
      where user_id = :userId and available >= :costCredits and not is_locked
        and (waiting < :maxWaiting or ${starts})
        and (daily_cap is null or ${spentWithThis('a')} <= daily_cap)
        and not exists (select from kind_closure where kind = :kind and closed_at is not null)
      returning ${returned}available, held, revision, waiting, line_tail`;

/**
 * One statement, hence one transaction and one round trip: holds the credits and inserts the generation, the ledger
 * entry, the idempotency key and, when it starts, the outbox row. It has started when nothing waits afterwards. When the
 * account has too little nothing is written; when the key exists already, its primary key undoes the whole statement.
 * What was spent today is counted on the account's own row, because only that row is read again after waiting for its
 * lock. `reserve-together.ts` does the same for several of one account, `reserve-one-each.ts` for several accounts.
 */
const reservation = (parts: { before: string; from: string; after: string }) =>
  `with ${parts.before} account as (${hold(parts.from)}
   ), ${parts.after} ${writes.created}, entry as (${writes.entry}), ${writes.key}, ${writes.message}
   select created.*, account.available as left, account.held, account.revision as credits_revision, account.waiting
     from created, account`;

export type Reserved = GenerationRow & {
  left: number;
  held: number;
  credits_revision: number;
  waiting: number;
};

const byBrowser = { before: '', from: '', after: '' };

/**
 * Paid by an API key. The key's row is locked and read again before the account's, always in this order; the condition on
 * its budgets therefore holds until the end.
 */
const byKey = {
  before: `payer as (
     select id from api_key k
      where id = :apiKeyId and user_id = :userId and revoked_at is null
        and (expires_at is null or expires_at > now())
        and (total_budget is null or spent + :costCredits <= total_budget)
        and (daily_budget is null or ${spentWithThis('k')} <= daily_budget)
        for no key update
   ),`,
  from: 'from payer',
  after: `paid as (
     update api_key k
        set spent = spent + :costCredits, spent_that_day = ${spentWithThis('k')}, spent_on = ${today}
       from account where id = :apiKeyId
   ),`,
};

const withSources = (parts: typeof byKey) => ({ ...parts, after: `${parts.after} ${writes.sources},` });

// A statement for each case, so that none pays for what it does not need.
const statements = {
  browser: {
    plain: namedQuery<Reserved>('reserve-generation', reservation(byBrowser)),
    withSources: namedQuery<Reserved>('reserve-generation-with-sources', reservation(withSources(byBrowser))),
  },
  key: {
    plain: namedQuery<Reserved>('reserve-generation-by-key', reservation(byKey)),
    withSources: namedQuery<Reserved>(
      'reserve-generation-by-key-with-sources',
      reservation(withSources(byKey)),
    ),
  },
};

export const hasSources = ({ sources, retryOf }: NewGeneration): boolean =>
  Boolean(sources?.length || retryOf);

/** Takes the hold and creates the generation, or says why not. Throws only when PostgreSQL cannot be asked. */
export async function reserveGeneration(on: Queryable, generation: NewGeneration): Promise<Reservation> {
  try {
    const { plain, withSources } = statements[generation.apiKeyId ? 'key' : 'browser'];
    const reserve = hasSources(generation) ? withSources : plain;
    const [row] = await reserve(on, textsOf(generation));
    return row ? accepted(row) : await explainRefusal(on, { ...generation, kinds: [generation.kind] });
  } catch (error) {
    if (isViolation(error, 'idempotency_key_pkey')) return { ok: false, reason: 'key_used' };
    if (isViolation(error, 'generation_project_id_fkey')) return { ok: false, reason: 'project_deleted' };
    throw error;
  }
}

export function accepted(row: Reserved): Reservation {
  const { left, held, credits_revision, waiting, ...created } = row;
  return {
    ok: true,
    generation: waiting > 0 ? { ...created, queue_position: waiting - 1 } : created,
    leftCredits: left,
    heldCredits: held,
    creditsRevision: credits_revision,
  };
}

/** All values that a reservation writes or compares. */
export function valuesOf({ idempotency, sources = [], batch, ...generation }: NewGeneration) {
  return {
    apiRequestId: null,
    webhookUrl: null,
    apiKeyId: null,
    projectId: null,
    retryOf: null,
    expectedMostSeconds: null,
    promisedDeciles: null,
    ...generation,
    batchId: batch?.id ?? null,
    batchLine: batch?.line ?? null,
    batchSet: batch?.set ?? null,
    key: idempotency?.key ?? null,
    bodySha256: idempotency?.bodySha256 ?? null,
    sources,
  };
}

/** PostgreSQL takes an array as its own kind, so what is JSON goes as text. */
function textsOf(generation: NewGeneration): Record<string, unknown> {
  const values = valuesOf(generation);
  return {
    ...values,
    input: JSON.stringify(values.input),
    adjustments: JSON.stringify(values.adjustments),
    sources: JSON.stringify(values.sources),
  };
}

function isViolation(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint;
}
