// Reserves one submission each of several accounts, in one statement and one commit. It takes what can be taken at once: an
// account that another transaction holds, a key that was used and a refusal are left to the single statement.
import {
  givenRows,
  hiddenBatchLimit,
  listColumns,
  withLockTimeout,
} from '../../../group-commit/group-statements.ts';
import { namedQuery, type Queryable } from '../../../prepared.ts';
import { type NewGeneration, type Reservation, toEntries, valueTypes } from './new-generation.ts';
import { holdCredits } from './reserve-generation.ts';
import { entryState } from './state.ts';
import { type Reserved, reservedColumns, toReservation, writeAccepted } from './writes.ts';

const given = listColumns('given', valueTypes);

/**
 * Accounts are locked in no order, and without a circle: none of them is waited for. The update reads each again, as the
 * lock may be on a newer row than the statement sees. `limit 1` forces a primary-key lookup of the account.
 */
const statement = namedQuery<Reserved>(
  'reserve-generation-of-each',
  `with ${withLockTimeout}, entry as materialized (
     select given.*
       from setting cross join ${givenRows(valueTypes)}
      cross join lateral (
              select a.user_id from credit_account a where a.user_id = ${given.userId} limit 1
                for no key update skip locked
            ) locked
      where not ${entryState(given).is_key_used}
      ${hiddenBatchLimit}
   ), account as (${holdCredits(listColumns('entry', valueTypes), { from: 'from entry', returned: 'entry.*, ' })}
   ), ${writeAccepted(listColumns('account', valueTypes))}
   select ${reservedColumns} from account join created on created.id = account.id`,
);

/**
 * Reserves generations of different accounts, all paid in the browser and without sources. Undefined for each that was
 * not reserved, for whatever reason: `reserveGeneration` decides about it. Throws when nothing was written.
 */
export async function reserveAcrossAccounts(
  on: Queryable,
  generations: readonly NewGeneration[],
): Promise<readonly (Reservation | undefined)[]> {
  const rows = await statement(on, { entries: toEntries(generations) });
  const reserved = new Map(rows.map((row) => [row.id, row]));
  return generations.map(({ id }) => {
    const row = reserved.get(id.toLowerCase());
    return row && toReservation(row);
  });
}
