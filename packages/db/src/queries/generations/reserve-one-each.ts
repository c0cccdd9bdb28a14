// T1 for one submission each of several accounts, in one statement and one commit. It takes what can be taken at once: an
// account that another transaction holds, a key that was used, a refusal are left to the statement of a single one. What
// it decides and writes is the text of reserve-generation.ts.
import { namedQuery, type Queryable, withValuesOf } from '../../prepared.ts';
import { limitOfTogether, withLockTimeout } from './ask-together.ts';
import {
  accepted,
  hold,
  type NewGeneration,
  type Reservation,
  type Reserved,
  writes,
} from './reserve-generation.ts';
import { entryOf, givenEntries } from './reserve-together.ts';

/**
 * Accounts are locked in no order, and without a circle: none of them is waited for. The update reads each again, as the
 * lock may be on a newer row than the statement sees. `limit 1` makes both find the account in its key.
 */
const statement = namedQuery<Reserved>(
  'reserve-generation-of-each',
  `with ${withLockTimeout}, entry as materialized (
     select given.*
       from setting cross join ${givenEntries}
      cross join lateral (
              select a.user_id from credit_account a where a.user_id = given."userId" limit 1
                for no key update skip locked
            ) locked
      where not coalesce(
              (select true from idempotency_key i where i.user_id = given."userId" and i.key = given.key limit 1), false)
      ${limitOfTogether}
   ), account as (${withValuesOf('entry', hold('from entry', 'entry.*, '))}
   ), ${withValuesOf(
     'account',
     `${writes.created}, ledger as (${writes.entry}), ${writes.key}, ${writes.message}`,
   )}
   select created.*, account.available as left, account.held, account.revision as credits_revision, account.waiting
     from account join created on created.id = account.id`,
);

/**
 * Reserves generations of different accounts, all paid in the browser and without sources. Undefined for each that was
 * not reserved, for whatever reason: `reserveGeneration` decides about it. Throws when nothing was written.
 */
export async function reserveOneEach(
  on: Queryable,
  generations: readonly NewGeneration[],
): Promise<readonly (Reservation | undefined)[]> {
  const entries = JSON.stringify(generations.map(entryOf));
  const rows = await statement(on, { entries });
  const reserved = new Map(rows.map((row) => [row.id, row]));
  return generations.map(({ id }) => {
    const row = reserved.get(id.toLowerCase());
    return row && accepted(row);
  });
}
