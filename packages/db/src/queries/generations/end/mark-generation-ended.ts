import { runOncePerId } from '@atelier/coalesce';
import type { AppErrorCode, GenerationStatus } from '@atelier/contract';
import type { GenerationRow } from '../../../generation-row.ts';
import {
  bindParameters,
  type GroupSettings,
  givenRows,
  groupStatements,
  hiddenBatchLimit,
  listColumns,
  type ValueSql,
  withLockTimeout,
} from '../../../group-commit/group-statements.ts';
import { namedQuery, type Queryable } from '../../../prepared.ts';
import { spentAfterRelease } from '../../../spent-that-day.ts';
import type { Balance } from '../../money/balance.ts';
import { type Operator, operatorActor } from '../../money/operator-credits.ts';

export type Ending = {
  generationId: string;
  status: Exclude<GenerationStatus, 'waiting' | 'pending' | 'processing'>;
  /** 0 to the cost; the rest is released. */
  chargeCredits: number;
  error: {
    code: AppErrorCode;
    /** Details that only operators see. */
    detail: string | null;
    /** The model's own words for the owner, as a whole and by field. */
    reason?: string | null;
    fields?: readonly { field: string; message: string }[];
  } | null;
  /** It ends only at this revision. For an end that depends on the outputs: another run may be storing one more. */
  ifRevision?: number;
  /** The operator who ended it, and the reason; the ledger records both. Absent: no operator did. */
  by?: Operator;
  /** Seed that the model reports, if it does. */
  seed?: number | undefined;
};

export type Ended = {
  generation: GenerationRow;
  balance: Balance;
  /** Messages for the user's browsers that asked to be notified, which are now to be sent. */
  pushIds: readonly string[];
  /** How many of the user's wait for a place in the line: `startWaiting` is to be called when there are any. */
  waiting: number;
};

const ofEnded = { released: 'ended.released', heldAt: 'coalesce(ended.reserved_at, ended.created_at)' };

/** The values of an ending and their types. */
const types = {
  id: 'uuid',
  status: 'text',
  chargeCredits: 'bigint',
  errorCode: 'text',
  errorDetail: 'text',
  errorReason: 'text',
  errorFields: 'jsonb',
  byReason: 'text',
  byActor: 'text',
  seed: 'bigint',
  ifRevision: 'integer',
};

/**
 * The only way to a terminal status of what has started (what waits: `endWaiting`), for webhook, poll, cancellation,
 * time-out and sweeper alike. One statement: end the generation, settle and release its hold, write both ledger entries
 * (in this order: a statement of account shows the balance after each), leave the event in the outbox, and what is to be
 * sent to the user's server and browsers. Locks go generation first, API key second, account third, as everywhere: the
 * account is joined with what was done to the key. Subscriptions come after the account, as when an account is closed;
 * one whose session ends at this moment is left out. The status is compared as in `acceptProviderEvent`. `from` and
 * `and`: the relation of the values, when they are columns of one, with at most one row for each account.
 */
const end = (v: ValueSql<keyof typeof types>, { from = '', and = '' } = {}) => `
   ended as (
     update generation g
        set status = ${v.status}, settled = ${v.chargeCredits}, released = cost - ${v.chargeCredits}, stage = 'done',
            stage_started_at = now(), queue_position = null, percent = null, error_code = ${v.errorCode},
            error_detail = ${v.errorDetail}, error_reason = ${v.errorReason}, error_fields = ${v.errorFields}, finished_at = now(),
            provider_result = null, seed_used = ${v.seed}, revision = revision + 1 ${from}
      where g.id = ${v.id} and coalesce(g.status in ('pending', 'processing'), false)
        and (${v.ifRevision} is null or revision = ${v.ifRevision})
      returning g.*
   ), payer as (
     update api_key k
        set spent = greatest(k.spent - ended.released, 0), spent_that_day = ${spentAfterRelease('k', ofEnded)}
       from ended where k.id = ended.api_key_id and ended.released > 0
      returning k.id
   ), account as (
     update credit_account a
        set held = a.held - ended.cost, available = a.available + ended.released, running = a.running - 1,
            revision = a.revision + 1, spent_that_day = ${spentAfterRelease('a', ofEnded)},
            image_credits = a.image_credits + case ended.medium when 'image' then ended.settled else 0 end
       from ended left join payer on payer.id = ended.api_key_id
      where a.user_id = ended.user_id
      returning a.user_id, a.available, a.held, a.revision, a.has_ever_paid, a.waiting
   ), entries as (
     insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                               generation_id, reason, actor)
     select ended.user_id, 'settle', 0, -ended.settled, account.available - ended.released,
            account.held + ended.released, 'settle:' || ended.id::text, ended.id, null, 'system'
       from ended join account using (user_id) where ended.settled > 0
     union all
     select ended.user_id, 'release', ended.released, -ended.released, account.available, account.held,
            'release:' || ended.id::text, ended.id, coalesce(${v.byReason}, ended.error_code, ended.status),
            coalesce(${v.byActor}, 'system')
       from ended join account using (user_id)${and} where ended.released > 0 and ended.id = ${v.id}
   ), message as (
     insert into outbox (key, topic, payload)
     select 'changed:' || ended.id::text, 'event', jsonb_build_object('generationId', ended.id) from ended
     on conflict (key) do nothing
   ), delivery as (
     insert into webhook_delivery (id, generation_id, user_id, url)
     select gen_random_uuid(), ended.id, ended.user_id, ended.webhook_url
       from ended where ended.webhook_url is not null
     on conflict (generation_id) do nothing
   ), pushes as (
     insert into push_message (generation_id, session_id)
     select ended.id, s.session_id
       from ended join account using (user_id) join push_subscription s using (user_id)
      where ended.status <> 'cancelled' and ended.api_key_id is null
        and ended.deleted_at is null
        for key share of s
     on conflict (generation_id, session_id) do nothing
     returning id, generation_id
   ), superseded as (
     update provider_submission s set state = 'orphan'
       from ended
      where s.generation_id = ended.id and s.state in ('sent', 'unknown') and s.provider_request_id is not null
        and (ended.provider_request_id is distinct from s.provider_request_id)
   )
   select ended.*, account.available as left, account.held, account.revision as credits_revision,
          account.has_ever_paid, account.waiting,
          array(select id from pushes where pushes.generation_id = ended.id) as push_ids
     from ended join account using (user_id)`;

type EndedRow = GenerationRow & {
  left: number;
  held: number;
  credits_revision: number;
  has_ever_paid: boolean;
  push_ids: string[];
  waiting: number;
};

const endOne = namedQuery<EndedRow>('mark-generation-ended', `with ${end(bindParameters(types))}`);

/**
 * One for each of several accounts, of those that can be ended at once: a generation, key or account that another
 * transaction holds is left, so the statement waits for none of them and the order of its locks does not matter. The
 * updates read each again, as the lock may be on a newer row than the statement sees. `limit 1` makes each be found in its
 * key.
 */
const endEach = namedQuery<EndedRow>(
  'mark-generation-ended-of-each',
  `with ${withLockTimeout}, first as materialized (
     select distinct on (g.user_id) given.*, g.user_id, g.api_key_id
       from setting cross join (select * from ${givenRows({ ...types, place: 'integer' })} ${hiddenBatchLimit}) given
      cross join lateral (
              select user_id, api_key_id from generation where generation.id = given.id limit 1
            ) g
      order by g.user_id, given.place
   ), entry as materialized (
     select first.*
       from first
      cross join lateral (
              select from generation g where g.id = first.id limit 1
                for no key update skip locked
            ) generation
       left join lateral (
              select k.id from api_key k where k.id = first.api_key_id limit 1
                for no key update skip locked
            ) key on true
      cross join lateral (
              select from credit_account a where a.user_id = first.user_id limit 1
                for no key update skip locked
            ) account
      where key.id is not distinct from first.api_key_id
      ${hiddenBatchLimit}
   ), ${end(listColumns('entry', types), { from: 'from entry', and: ', entry' })}`,
);

/**
 * Ends a generation. Undefined when it had ended already, or has another revision than that of the condition: nothing was
 * changed.
 */
export async function markGenerationEnded(on: Queryable, ending: Ending): Promise<Ended | undefined> {
  const { errorFields, ...values } = toValues(ending);
  // PostgreSQL takes an array as its own kind, so what is JSON goes as text.
  const [row] = await endOne(on, { ...values, errorFields: JSON.stringify(errorFields) });
  return row && toEnded(row);
}

/** Returns undefined for each generation that was not ended, for whatever reason. Throws when nothing was written. */
function markOneOfEachEnded(on: Queryable, endings: readonly Ending[]) {
  const toId = ({ generationId }: Ending) => generationId;
  return runOncePerId(endings, toId, async (firsts) => {
    const entries = JSON.stringify(firsts.map((ending, place) => ({ ...toValues(ending), place })));
    const rows = await endEach(on, { entries });
    return new Map(rows.map((row) => [row.id, toEnded(row)]));
  });
}

function toValues({ generationId, status, chargeCredits, error, by, seed, ifRevision }: Ending) {
  return {
    id: generationId,
    status,
    chargeCredits,
    errorCode: error?.code ?? null,
    errorDetail: error?.detail ?? null,
    errorReason: error?.reason ?? null,
    errorFields: error?.fields ?? [],
    byReason: by?.reason ?? null,
    byActor: by ? operatorActor(by.operatorId) : null,
    seed: seed ?? null,
    ifRevision: ifRevision ?? null,
  } satisfies Record<keyof typeof types, unknown>;
}

function toEnded(row: EndedRow): Ended {
  const { left, held, credits_revision, has_ever_paid, push_ids: pushIds, waiting, ...generation } = row;
  const balance = { available: left, held, has_ever_paid, revision: credits_revision };
  return { generation, balance, pushIds, waiting };
}

export type EndGeneration = (ending: Ending) => Promise<Ended | undefined>;

/** Ends as `markGenerationEnded` does. Ends that come while one is being stored share a statement, one of each account. */
export function groupEnds(on: Queryable, settings: GroupSettings = {}): EndGeneration {
  return groupStatements(
    {
      runGroup: (endings) => markOneOfEachEnded(on, endings),
      runSingle: (ending) => markGenerationEnded(on, ending),
    },
    settings,
  );
}
