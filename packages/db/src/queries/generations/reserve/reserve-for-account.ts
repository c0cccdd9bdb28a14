// Reserves several submissions of one account that wait for its row at the same time: one statement decides about them one
// after the other, as if each had come singly, and writes what it accepts.
import { media } from '@atelier/catalog';
import { givenRows, listColumns } from '../../../group-commit/group-statements.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../../prepared.ts';
import { spentToday, today } from '../../../spent-that-day.ts';
import { placeStep } from '../../line/places-after-move.ts';
import { explainRefusal, whenFree } from './explain-refusal.ts';
import {
  hasSources,
  type NewGeneration,
  type Reservation,
  toEntries,
  type ValueName,
  valueTypes,
} from './new-generation.ts';
import { answerRefusal, findLimit, type LimitName, startsAtOnce } from './rule.ts';
import {
  entryState,
  isKeyValid,
  payerColumns,
  rowState,
  type State,
  type StateSql,
  selectState,
  spentState,
} from './state.ts';
import { type Reserved, toReservation, writeAccepted, writeSources } from './writes.ts';

const types = { ...valueTypes, place: 'integer' };
const given = listColumns<ValueName>('given', valueTypes);
const e = listColumns<ValueName>('e', valueTypes);

const ofRows = rowState({ account: 'locked', key: 'payer' });
const ofEntry = entryState(given);
const read = (relation: string, state: object) =>
  Object.fromEntries(Object.keys(state).map((name) => [name, `${relation}.${name}`]));
const found = { ...read('seen', ofRows), ...read('e', ofEntry) } as StateSql;
/** The state at which `walk` has arrived: what it accepted has lowered the balance and raised what is spent. */
const reached: StateSql = {
  ...found,
  ...read('w', { available: 0, running: 0, waiting: 0 }),
  ...Object.fromEntries(spentState.map((name) => [name, `(${found[name]} + w.spent)`])),
  is_key_used: `(e.is_key_used or coalesce(${e.key} = any (w.used_keys), false))`,
};

/**
 * The key's row is locked before the account's, as everywhere: the account waits for a subquery of the key. Both are read
 * again after the wait. `walk` decides: its row at a place is the state after the entry of that place, whether accepted or
 * not. A key that was used since the statement began is not seen there; its primary key then undoes the statement.
 */
const decisions = `
   entry as materialized (
     select given.*, ${selectState(ofEntry)}
       from ${givenRows(types)}
   ), payer as materialized (
     select ${payerColumns} from api_key k
      where id = :apiKeyId and user_id = :userId and ${isKeyValid('k')}
        for no key update
   ), locked as materialized (
     select * from credit_account
      where user_id = :userId and (select count(*) from payer) >= 0
        for no key update
   ), seen as materialized (
     select locked.held, locked.line_tail, locked.revision, ${selectState(ofRows)}
       from locked left join payer on true
   ), walk as (
     select 0 as place, true as is_accepted, null as refused_by, available, held, running, waiting, line_tail, revision,
            0::bigint as spent, '{}'::uuid[] as used_keys
       from seen
      union all
     select e.place, does.is_accepted, may.refused_by,
            w.available - does.cost, w.held + does.cost, w.running + does.starts::integer, w.waiting + does.waits::integer,
            w.line_tail + case when does.waits then ${placeStep} else 0 end,
            w.revision + does.is_accepted::integer, w.spent + does.cost,
            case when does.is_accepted and ${e.key} is not null then w.used_keys || ${e.key} else w.used_keys end
       from walk w
       join entry e on e.place = w.place + 1
      cross join seen
      cross join lateral (
              select ${startsAtOnce(reached, e)} as starts,
                     ${findLimit(reached, { ...e, apiKeyId: ':apiKeyId::uuid', count: '1' })} as refused_by
            ) may
      cross join lateral (
              select may.refused_by is null as is_accepted, may.refused_by is null and may.starts as starts,
                     may.refused_by is null and not may.starts as waits,
                     case when may.refused_by is null then ${e.costCredits} else 0 end as cost
            ) does
   )`;

type Decision = {
  place: number;
  is_accepted: boolean;
  refused_by: LimitName | null;
  /** The state at which it was refused. */
  state: State | null;
};

const group = (written: string) =>
  `with recursive ${decisions}, account as materialized (
     select entry.*, w.available, w.held, w.revision, w.waiting, w.line_tail
       from walk w join entry on entry.place = w.place
      where w.is_accepted
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
   ), ${written}
   select created.*, w.available as left, w.held, w.revision as credits_revision, w.waiting, w.place, w.is_accepted,
          w.refused_by,
          case when not w.is_accepted then (select to_jsonb(s) from (select ${selectState(reached)}) s) end as state
     from walk w cross join seen
     join entry e on e.place = w.place
     left join created on created.id = e.id`;

const account = listColumns<ValueName>('account', valueTypes);
const plain = writeAccepted(account, 'order by account.place');
const statements = {
  plain: namedQuery<Reserved & Decision>('reserve-generations', group(plain)),
  withSources: namedQuery<Reserved & Decision>(
    'reserve-generations-with-sources',
    group(`${plain}, ${writeSources(account)}`),
  ),
};

/** Reads facts that the statement did not see: keys that were used meanwhile, and when limits are free again. */
const findRest = preparedQuery<{ used: string[]; frees_at: Date; free_in_seconds: number | null }>(
  'explain-refusals',
  `select array(select key::text from idempotency_key where user_id = $1 and key = any($2::uuid[])) as used, ${whenFree('$1')}`,
);

/**
 * Reserves generations of one account and payer in their order, all in one transaction; a refusal of one changes nothing
 * for the others. Throws when PostgreSQL refuses a value: then nothing was written.
 */
export async function reserveForAccount(
  on: Queryable,
  generations: readonly NewGeneration[],
): Promise<readonly Reservation[]> {
  const [{ userId, apiKeyId = null }] = generations as [NewGeneration];
  const reserve = generations.some(hasSources) ? statements.withSources : statements.plain;
  const found = await reserve(on, { userId, apiKeyId, entries: toEntries(generations) });
  const rows = new Map(found.map((row) => [row.place - 1, row]));
  const isAccepted = (index: number) => rows.get(index)?.is_accepted === true;
  const refused = generations.filter((_generation, index) => !isAccepted(index));
  const keys = refused.flatMap(({ idempotency }) => idempotency?.key ?? []);
  const [rest] = refused.length > 0 ? await findRest(on, [userId, keys]) : [];
  const reservations = generations.map(async (generation, index) => {
    const row = rows.get(index);
    if (row?.is_accepted) {
      const { place: _, is_accepted, refused_by, state, ...reserved } = row;
      return toReservation(reserved);
    }
    // There is no account.
    if (!row?.state || !rest)
      return explainRefusal(on, { ...generation, count: 1, kinds: [generation.kind] });
    const { costCredits: required, idempotency } = generation;
    const isKeyUsed = idempotency !== null && rest.used.includes(idempotency.key.toLowerCase());
    return answerRefusal(isKeyUsed ? 'key_used' : row.refused_by, {
      state: { ...row.state, frees_at: rest.frees_at, free_in_seconds: rest.free_in_seconds },
      required,
      on,
    });
  });
  return Promise.all(reservations);
}
