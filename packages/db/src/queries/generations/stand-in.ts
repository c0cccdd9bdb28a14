// Gives a generation that waits because its model is down to another kind, by its owner's consent: the same generation in
// the same place of the line, with a hold of its own in place of the first.
import type { Adjustment } from '@atelier/catalog/server';
import type { GenerationRow } from '../../generation-row.ts';
import { bindParameters } from '../../group-commit/group-statements.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';
import { spentToday, today } from '../../spent-that-day.ts';
import type { Balance } from '../money/balance.ts';
import { whenFree } from './reserve/explain-refusal.ts';
import { answerRefusal, findLimit, type LimitName, type Refusal } from './reserve/rule.ts';
import {
  findClosedKind,
  isKeyValid,
  payerColumns,
  rowState,
  type State,
  type StateSql,
  selectState,
} from './reserve/state.ts';

/** Values that differ between a generation of one kind and of another. Times as in `NewGeneration`. */
export type StandIn = {
  id: string;
  fromKind: string;
  kind: string;
  model: string;
  mode: string | null;
  prompt: string;
  negativePrompt: string;
  width: number | null;
  height: number | null;
  input: Readonly<Record<string, unknown>>;
  adjustments: readonly Adjustment[];
  costCredits: number;
  expectedSeconds: number;
  expectedMostSeconds: number;
  promisedDeciles: readonly number[];
  deadlineSeconds: number;
  providerEndpoint: string;
};

export type StoodIn =
  | { ok: true; generation: GenerationRow; balance: Balance; eventKey: string }
  /** It does not wait for its model any more, or an attempt of it may be running at the provider. */
  | { ok: false; reason: 'not_held' }
  | Refusal;

const v = bindParameters({
  id: 'uuid',
  fromKind: 'text',
  kind: 'text',
  model: 'text',
  mode: 'text',
  prompt: 'text',
  negativePrompt: 'text',
  width: 'integer',
  height: 'integer',
  input: 'jsonb',
  adjustments: 'jsonb',
  costCredits: 'bigint',
  expectedSeconds: 'real',
  expectedMostSeconds: 'real',
  promisedDeciles: 'real[]',
  deadlineSeconds: 'double precision',
  providerEndpoint: 'text',
});

/** Today's spending of an account or a key without the hold that is given up. */
const spentBefore = (row: string) =>
  `greatest(0, ${spentToday(row)} - case when (asked.held_at at time zone 'UTC')::date = ${today} then asked.cost else 0 end)`;

/** The state as if the first hold were released already. It has a place in the line, so that limit is none of it. */
const state: StateSql = {
  ...rowState({ account: 'a', key: 'payer' }),
  available: '(a.available + asked.cost)',
  spent_today: spentBefore('a'),
  key_spent: '(payer.spent - asked.cost)',
  key_spent_today: spentBefore('payer'),
  running: '0',
  waiting: '0',
  is_key_used: 'false',
  closed_kind: findClosedKind(`= ${v.kind}`),
  // The condition of the statement leaves out kinds that are held.
  is_kind_held: 'false',
};
const limit = findLimit(state, {
  userId: 'asked.user_id',
  apiKeyId: 'asked.api_key_id',
  kind: v.kind,
  key: 'null::uuid',
  costCredits: v.costCredits,
  // Its submission asked for the most that it may cost.
  askedCost: 'null::bigint',
  isApproved: 'true',
  count: '1',
  maxRunning: '1',
  maxWaiting: '1',
});

/**
 * Waits for its model alone, and every attempt of it was certainly refused: one whose outcome is unknown may be running. `g`
 * is the row that is locked, so all of it but the breakers and attempts is asked again after a wait.
 */
const isHeld = `g.id = ${v.id} and g.kind = ${v.fromKind} and g.status = 'waiting' and g.cancel_requested_at is null
       and is_kind_held(g.kind) and not is_kind_held(${v.kind}) and not is_provider_held()
       and not exists (select from provider_submission s
                        where s.generation_id = g.id and s.state not in ('refused', 'given_up'))`;

const asked = `select g.id, g.user_id, g.api_key_id, g.cost, coalesce(g.reserved_at, g.created_at) as held_at,
            (select count(*) from ledger_entry e where e.generation_id = g.id and e.kind = 'reserve') as holds
       from generation g where ${isHeld}`;

type Row = GenerationRow & Omit<Balance, 'revision'> & { credits_revision: number; event_key: string };

/**
 * One statement, hence one transaction: releases the first hold, takes the second, and makes the generation one of the other
 * kind. Locks go generation, API key, account, as everywhere. The limits are those of a reservation. An attempt that was
 * given up counts no more, also when an answer to it comes after all.
 */
const stand = namedQuery<Row>(
  'stand-in',
  `with asked as materialized (
     ${asked} for no key update of g
   ), payer as materialized (
     select ${payerColumns}
       from api_key k join asked on asked.api_key_id = k.id and ${isKeyValid('k')}
        for no key update of k
   ), account as (
     update credit_account a
        set available = ${state.available} - ${v.costCredits}, held = a.held - asked.cost + ${v.costCredits},
            spent_that_day = ${v.costCredits} + ${state.spent_today}, spent_on = ${today}, revision = a.revision + 1
       from asked left join payer on payer.id = asked.api_key_id
      where a.user_id = asked.user_id and ${limit} is null
     returning asked.id, asked.cost as released, asked.holds, asked.held_at, a.user_id, asked.api_key_id,
               a.available, a.held, a.revision, a.has_ever_paid
   ), paid as (
     update api_key k
        set spent = k.spent - asked.cost + ${v.costCredits},
            spent_that_day = ${v.costCredits} + ${spentBefore('k')}, spent_on = ${today}
       from account join asked on asked.id = account.id
      where k.id = account.api_key_id
   ), entries as (
     insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               generation_id, reason)
     select user_id, 'release', released, -released, available + ${v.costCredits}, held - ${v.costCredits},
            'release:' || id || ':' || holds, id, 'stand_in'
       from account where released > 0
      union all
     select user_id, 'reserve', -${v.costCredits}, ${v.costCredits}, available, held,
            'reserve:' || id || ':' || holds + 1, id, 'stand_in'
       from account where ${v.costCredits} > 0
   ), given_up as (
     update provider_submission s set state = 'given_up' from account where s.generation_id = account.id
   ), message as (
     insert into outbox (key, topic, payload)
     select 'stood-in:' || id || ':' || holds, 'event', jsonb_build_object('generationId', id) from account
     on conflict (key) do nothing
   ), changed as (
     update generation g
        set kind = ${v.kind}, model = ${v.model}, mode = ${v.mode}, prompt = ${v.prompt},
            negative_prompt = ${v.negativePrompt}, width = ${v.width}, height = ${v.height}, input = ${v.input},
            adjustments = ${v.adjustments}, cost = ${v.costCredits}, expected_seconds = ${v.expectedSeconds},
            expected_most_seconds = ${v.expectedMostSeconds}, promised_deciles = ${v.promisedDeciles},
            deadline_at = g.created_at + make_interval(secs => ${v.deadlineSeconds}),
            provider_endpoint = ${v.providerEndpoint}, request_sha256 = null, provider_error = null,
            stood_in_for = coalesce(g.stood_in_for, g.kind), reserved_at = now(), revision = g.revision + 1
       from account where g.id = account.id
     returning g.*
   )
   select changed.*, account.available, account.held, account.revision as credits_revision, account.has_ever_paid,
          'stood-in:' || account.id || ':' || account.holds as event_key
     from changed join account on account.id = changed.id`,
);

const explain = namedQuery<
  State & { refused_by: LimitName | null; frees_at: Date; free_in_seconds: number | null }
>(
  'explain-stand-in',
  `with asked as materialized (${asked})
   select ${limit} as refused_by, ${selectState(state)}, ${whenFree('asked.user_id')}
     from asked join credit_account a on a.user_id = asked.user_id
     left join api_key payer on payer.id = asked.api_key_id and ${isKeyValid('payer')}`,
);

/**
 * Makes another kind stand in for a generation that waits for its model. Of several calls at once the first does it: for the
 * others it waits no more. When it is refused nothing has changed, and the generation goes on waiting.
 */
export async function standIn(on: Queryable, asked: StandIn): Promise<StoodIn> {
  const values = {
    ...asked,
    input: JSON.stringify(asked.input),
    adjustments: JSON.stringify(asked.adjustments),
  };
  const [row] = await stand(on, values);
  if (row) {
    const {
      available,
      held,
      credits_revision: revision,
      has_ever_paid,
      event_key: eventKey,
      ...generation
    } = row;
    return { ok: true, generation, balance: { available, held, has_ever_paid, revision }, eventKey };
  }
  const [found] = await explain(on, values);
  if (!found) return { ok: false, reason: 'not_held' };
  return answerRefusal(found.refused_by, { state: found, required: asked.costCredits, on });
}

const listConsented = preparedQuery<GenerationRow>(
  'list-consented-stand-ins',
  `select g.* from generation g join provider_breaker b on b.state = 'open' and b.subject = 'kind:' || g.kind
    where g.status = 'waiting' and g.stand_in is not null and g.stand_in->>'kind' is not null and g.stood_in_for is null
      and g.stage_started_at < now() - make_interval(secs => $2) and g.id > $1
      and not is_provider_held() and not is_kind_held(g.stand_in->>'kind')
    order by g.id limit 500`,
);

/**
 * Lists what waits for a model that is down and has its owner's consent to another kind, by id. What has just begun to wait
 * is left, as it may be the next probe. Uses generation_stand_in.
 */
export function listConsentedStandIns(
  on: Queryable,
  { afterId, sinceSeconds }: { afterId: string; sinceSeconds: number },
): Promise<GenerationRow[]> {
  return listConsented(on, [afterId, sinceSeconds]);
}
