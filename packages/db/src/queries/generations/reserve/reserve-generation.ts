import { bindParameters, type ValueSql } from '../../../group-commit/group-statements.ts';
import { namedQuery, type Queryable } from '../../../prepared.ts';
import { spentToday, today } from '../../../spent-that-day.ts';
import { withOneMore } from '../../library/generation-counts.ts';
import { placeStep } from '../../line/places-after-move.ts';
import { explainRefusal } from './explain-refusal.ts';
import {
  hasSources,
  type NewGeneration,
  type Reservation,
  toParameters,
  type ValueName,
  valueTypes,
} from './new-generation.ts';
import { findKeyLimit, findLimit, startsAtOnce } from './rule.ts';
import { entryState, isKeyValid, payerColumns, rowState } from './state.ts';
import { type Reserved, reservedColumns, toReservation, writeAccepted, writeSources } from './writes.ts';

/**
 * Holds the credits of a generation on its account `a`, when the rule accepts it. `from`: relations with the values and the
 * key, if the statement has them. A used key is not looked for: its primary key undoes the statement.
 */
export function holdCredits(
  v: ValueSql<ValueName>,
  { from = '', key = null, returned = '' }: { from?: string; key?: string | null; returned?: string },
): string {
  const state = { ...rowState({ account: 'a', key }), ...entryState(v), is_key_used: 'false' };
  const starts = startsAtOnce(state, v);
  return `
     update credit_account a
        set available = a.available - ${v.costCredits}, held = held + ${v.costCredits},
            running = a.running + case when ${starts} then 1 else 0 end,
            waiting = a.waiting + case when ${starts} then 0 else 1 end,
            line_tail = line_tail + case when ${starts} then 0 else ${placeStep} end,
            revision = revision + 1, spent_that_day = ${v.costCredits} + ${state.spent_today}, spent_on = ${today},
            ${withOneMore(v.medium)}
            ${from}
      where a.user_id = ${v.userId} and ${findLimit(state, { ...v, count: '1' })} is null
      returning ${returned}a.available, held, revision, waiting, line_tail`;
}

const v = bindParameters(valueTypes);

/**
 * One statement, hence one transaction and one round trip: holds the credits and inserts the generation, the ledger
 * entry, the idempotency key and, when it starts, the outbox row. It has started when nothing waits afterwards. When the
 * rule refuses it nothing is written; when the key exists already, its primary key undoes the whole statement.
 * What was spent today is counted on the account's own row, because only that row is read again after waiting for its
 * lock. `reserve-for-account.ts` does the same for several of one account, `reserve-across-accounts.ts` for several
 * accounts.
 */
const reserveInBrowser = (written: string) =>
  `with account as (${holdCredits(v, {})}
   ), ${written}
   select ${reservedColumns} from created, account`;

/**
 * The same, paid by an API key. The key's row is locked and read again before the account's, always in this order; what
 * the rule finds of its budgets therefore holds until the end.
 */
const reserveByKey = (written: string) =>
  `with payer as (
     select ${payerColumns} from api_key k
      where id = ${v.apiKeyId} and user_id = ${v.userId} and ${isKeyValid('k')}
        and ${findKeyLimit('k', { ...v, count: '1' })} is null
        for no key update
   ), account as (${holdCredits(v, { from: 'from payer', key: 'payer' })}
   ), paid as (
     update api_key k
        set spent = k.spent + ${v.costCredits}, spent_that_day = ${v.costCredits} + ${spentToday('k')}, spent_on = ${today}
       from account where id = ${v.apiKeyId}
   ), ${written}
   select ${reservedColumns} from created, account`;

const plain = writeAccepted(v);
const withSources = `${writeSources(v)}, ${plain}`;
// A statement for each case, so that none pays for what it does not need.
const statements = {
  browser: {
    plain: namedQuery<Reserved>('reserve-generation', reserveInBrowser(plain)),
    withSources: namedQuery<Reserved>('reserve-generation-with-sources', reserveInBrowser(withSources)),
  },
  key: {
    plain: namedQuery<Reserved>('reserve-generation-by-key', reserveByKey(plain)),
    withSources: namedQuery<Reserved>('reserve-generation-by-key-with-sources', reserveByKey(withSources)),
  },
};

/** Takes the hold and creates the generation, or says why not. Throws only when PostgreSQL cannot be asked. */
export async function reserveGeneration(on: Queryable, generation: NewGeneration): Promise<Reservation> {
  try {
    const { plain, withSources } = statements[generation.apiKeyId ? 'key' : 'browser'];
    const reserve = hasSources(generation) ? withSources : plain;
    const [row] = await reserve(on, toParameters(generation));
    return row
      ? toReservation(row)
      : await explainRefusal(on, { ...generation, count: 1, kinds: [generation.kind] });
  } catch (error) {
    if (isViolation(error, 'idempotency_key_pkey')) return { ok: false, reason: 'key_used' };
    if (isViolation(error, 'generation_project_id_fkey')) return { ok: false, reason: 'project_deleted' };
    throw error;
  }
}

function isViolation(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint;
}
