// T1 for several submissions of one account that wait for its row together: one statement decides about them one after
// the other, as if each had come alone, and writes what it accepts. Everything that one of them writes is the text of
// reserve-generation.ts.
import { media } from '@atelier/catalog';
import { isLineHeld } from '../../line-hold.ts';
import { namedQuery, preparedQuery, type Queryable, withValuesOf } from '../../prepared.ts';
import { nextDay, spentToday, today } from '../../spent-that-day.ts';
import { placeStep } from '../line/places-after-move.ts';
import { givenRows } from './ask-together.ts';
import { freeInSeconds, type RefusedState, refusalOf } from './explain-refusal.ts';
import {
  accepted,
  hasSources,
  type NewGeneration,
  type Reservation,
  type Reserved,
  valuesOf,
  writes,
} from './reserve-generation.ts';

/** The types of an entry's values. */
const types = {
  place: 'integer',
  id: 'uuid',
  userId: 'uuid',
  kind: 'text',
  medium: 'text',
  prompt: 'text',
  negativePrompt: 'text',
  model: 'text',
  mode: 'text',
  width: 'integer',
  height: 'integer',
  input: 'jsonb',
  costCredits: 'bigint',
  adjustments: 'jsonb',
  isPublic: 'boolean',
  expectedSeconds: 'real',
  expectedMostSeconds: 'real',
  promisedDeciles: 'real[]',
  deadlineSeconds: 'double precision',
  providerEndpoint: 'text',
  apiRequestId: 'uuid',
  webhookUrl: 'text',
  apiKeyId: 'uuid',
  projectId: 'uuid',
  batchId: 'uuid',
  batchLine: 'smallint',
  batchSet: 'smallint',
  key: 'uuid',
  bodySha256: 'bytea',
  maxRunning: 'integer',
  maxWaiting: 'integer',
  retryOf: 'uuid',
  sources: 'jsonb',
} satisfies Record<keyof ReturnType<typeof valuesOf> | 'place', string>;

/** Entries as the rows of a relation, from their JSON. */
export const givenEntries = givenRows(types);

/**
 * The key's row is locked before the account's, as everywhere: the account waits for a subquery of the key. Both are read
 * again after the wait. `walk` decides: its row at a place is the state after the entry of that place, whether accepted or
 * not. A key that was used since the statement began is not seen there; its primary key then undoes the statement.
 */
const decisions = `
   entry as materialized (
     select given.*,
            (select true from idempotency_key i where i.user_id = :userId and i.key = given.key limit 1) as is_used,
            exists (select from kind_closure c where c.kind = given.kind and c.closed_at is not null) as is_closed
       from ${givenEntries}
   ), payer as materialized (
     select id, total_budget, daily_budget, spent, ${spentToday('k')} as spent_today
       from api_key k
      where id = :apiKeyId and user_id = :userId and revoked_at is null and (expires_at is null or expires_at > now())
        for no key update
   ), locked as materialized (
     select available, held, running, waiting, line_tail, revision, is_locked, ${isLineHeld} as is_line_held, daily_cap,
            ${spentToday('a')} as spent_today
       from credit_account a
      where user_id = :userId and (select count(*) from payer) >= 0
        for no key update
   ), seen as materialized (
     select locked.*, payer.id as api_key_id, payer.total_budget, payer.daily_budget, coalesce(payer.spent, 0) as key_spent,
            coalesce(payer.spent_today, 0) as key_spent_today
       from locked left join payer on true
   ), walk as (
     select 0 as place, false as accepts, available, held, running, waiting, line_tail, revision, 0::bigint as spent,
            '{}'::uuid[] as used
       from seen
      union all
     select e.place, does.accepts,
            w.available - does.cost, w.held + does.cost,
            w.running + (does.accepts and does.starts)::integer, w.waiting + (does.accepts and not does.starts)::integer,
            w.line_tail + case when does.accepts and not does.starts then ${placeStep} else 0 end,
            w.revision + does.accepts::integer, w.spent + does.cost,
            case when does.accepts and e.key is not null then w.used || e.key else w.used end
       from walk w
       join entry e on e.place = w.place + 1
      cross join seen
      cross join lateral (
              select w.running < e."maxRunning" and w.waiting = 0 and not is_line_held as starts
            ) soon
      cross join lateral (
              select w.available >= e."costCredits" and not is_locked and not e.is_closed and (w.waiting < e."maxWaiting" or soon.starts)
                     and (daily_cap is null or spent_today + w.spent + e."costCredits" <= daily_cap)
                     and (:apiKeyId::uuid is null or (
                           api_key_id is not null
                           and (total_budget is null or key_spent + w.spent + e."costCredits" <= total_budget)
                           and (daily_budget is null or key_spent_today + w.spent + e."costCredits" <= daily_budget)))
                     and not coalesce(e.is_used or e.key = any (w.used), false) as accepts
            ) may
      cross join lateral (
              select may.accepts, soon.starts, case when may.accepts then e."costCredits" else 0 end as cost
            ) does
   )`;

/** Those of a refused one hold what was when it was refused. */
type Decision = Omit<RefusedState, 'available' | 'waiting' | 'free_in_seconds' | 'is_key_used'> & {
  place: number;
  accepts: boolean;
};

const group = (written: string) =>
  `with recursive ${decisions}, account as materialized (
     select entry.*, w.available, w.held, w.revision, w.waiting, w.line_tail
       from walk w join entry on entry.place = w.place
      where w.accepts
      order by entry.place
   ), total as (
     select count(*) as count, sum("costCredits") as cost, count(*) filter (where waiting > 0) as waiting,
            ${media.map((each) => `count(*) filter (where medium = '${each}') as ${each}`).join(', ')}
       from account
     having count(*) > 0
   ), counted as (
     update credit_account a
        set available = a.available - total.cost, held = a.held + total.cost,
            running = a.running + total.count - total.waiting, waiting = a.waiting + total.waiting,
            line_tail = a.line_tail + ${placeStep} * total.waiting, revision = a.revision + total.count,
            spent_that_day = total.cost + ${spentToday('a')}, spent_on = ${today},
            ${media.map((each) => `${each}_count = a.${each}_count + total.${each}`).join(', ')}
       from total where a.user_id = :userId
   ), paid as (
     update api_key k
        set spent = k.spent + total.cost, spent_that_day = total.cost + ${spentToday('k')}, spent_on = ${today}
       from total where k.id = :apiKeyId
   ), ${withValuesOf('account', written)}
   select created.*, w.available as left, w.held, w.revision as credits_revision, w.waiting,
          w.place, w.accepts, w.running, seen.is_locked, seen.daily_cap,
          case when entry.is_closed then entry.kind end as closed_kind,
          seen.spent_today + w.spent as spent_today, ${nextDay} as frees_at, seen.api_key_id, seen.daily_budget,
          seen.total_budget, seen.key_spent + w.spent as key_spent, seen.key_spent_today + w.spent as key_spent_today
     from walk w cross join seen
     join entry on entry.place = w.place
     left join created on created.id = entry.id`;

const { created, entry, key, message, sources } = writes;
const plain = `${created}, ledger as (${entry} order by account.place), ${key}, ${message}`;
const statements = {
  plain: namedQuery<Reserved & Decision>('reserve-generations', group(plain)),
  withSources: namedQuery<Reserved & Decision>(
    'reserve-generations-with-sources',
    group(`${plain}, ${sources}`),
  ),
};

/** What the statement did not see: keys that were used meanwhile, and when a place is free. */
const findRest = preparedQuery<{ used: string[]; free_in_seconds: number | null }>(
  'explain-refusals',
  `select array(select key::text from idempotency_key where user_id = $1 and key = any($2::uuid[])) as used,
          ${freeInSeconds} as free_in_seconds`,
);

/**
 * Reserves generations of one account and payer in their order, all in one transaction; a refusal of one changes nothing
 * for the others. Throws when PostgreSQL refuses a value: then nothing was written.
 */
export async function reserveTogether(
  on: Queryable,
  generations: readonly NewGeneration[],
): Promise<readonly Reservation[]> {
  const [{ userId, apiKeyId = null }] = generations as [NewGeneration];
  const entries = JSON.stringify(generations.map((generation, index) => entryOf(generation, index + 1)));
  const { plain, withSources } = statements;
  const reserve = generations.some(hasSources) ? withSources : plain;
  const found = await reserve(on, { userId, apiKeyId, entries });
  const rows = new Map(found.map((row) => [row.place - 1, row]));
  const keys = generations.flatMap(({ idempotency }, index) =>
    idempotency && !rows.get(index)?.accepts ? [idempotency.key] : [],
  );
  const hasRefused = found.filter(({ accepts }) => accepts).length < generations.length;
  const [rest] = hasRefused ? await findRest(on, [userId, keys]) : [];
  const answers = generations.map(async ({ costCredits: required, idempotency }, index) => {
    const row = rows.get(index);
    if (!row) return refusalOf(on, undefined, { required, apiKeyId });
    const {
      place: _,
      accepts,
      running,
      is_locked,
      closed_kind,
      daily_cap,
      spent_today,
      frees_at,
      ...more
    } = row;
    const { api_key_id, daily_budget, total_budget, key_spent, key_spent_today, ...reserved } = more;
    if (accepts) return accepted(reserved as Reserved);
    const state: RefusedState = {
      ...{ available: row.left, running, waiting: row.waiting, is_locked, closed_kind },
      ...{ daily_cap, spent_today, frees_at },
      ...{ api_key_id, daily_budget, total_budget, key_spent, key_spent_today },
      free_in_seconds: rest?.free_in_seconds ?? null,
      is_key_used: idempotency !== null && rest?.used.includes(idempotency.key.toLowerCase()) === true,
    };
    return refusalOf(on, state, { required, apiKeyId });
  });
  return Promise.all(answers);
}

export function entryOf(generation: NewGeneration, place: number): Record<keyof typeof types, unknown> {
  const values = valuesOf(generation);
  const sha256 = values.bodySha256;
  return { ...values, place, bodySha256: sha256 && `\\x${sha256.toString('hex')}` };
}
