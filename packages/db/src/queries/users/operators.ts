import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { inTransaction, type TransactionStep } from '../../transaction.ts';

export type OperatorRow = {
  /** Address in lower case. */
  email: string;
  /** Account of the address; null when it has not signed in yet. */
  user_id: string | null;
  /** When the command added them; null when the settings alone name them. */
  added_at: Date | null;
};

/** `settings`: the addresses of ADMIN_EMAILS, in lower case. A row of the table takes precedence over them. */
const operators = (settings: readonly string[]) => sql<OperatorRow>`
  select e.email, u.id as user_id, o.changed_at as added_at
    from (select unnest(${settings}::text[]) as email union select email from operator) e
    left join operator o on o.email = e.email
    left join app_user u on lower(u.email) = e.email and u.erased_at is null
   where coalesce(o.is_operator, true)`;

/** Everyone with the rights of an operator, by address. */
export async function listOperators(db: Db, settings: readonly string[]): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`${operators(settings)} order by e.email`.execute(db.kysely);
  return rows;
}

type Change = {
  email: string;
  isOperator: boolean;
  settings: readonly string[];
  /** Removes an operator even when none remains who could sign in as one. */
  isForced?: boolean;
};

export type OperatorChange = 'changed' | 'unchanged' | 'last_operator';

/**
 * Adds or removes an operator; it counts from the next request of every process. `last_operator`: no other operator has
 * an account, so none could be sure to sign in.
 */
export async function setOperator(
  db: Db,
  { email, isOperator, settings, isForced = false }: Change,
  inSameTransaction?: TransactionStep,
): Promise<OperatorChange> {
  return inTransaction(db, async (on, trx) => {
    // Two operators who remove each other at the same moment wait for one another here.
    await sql`lock table operator in share row exclusive mode`.execute(trx);
    const { rows } = await operators(settings).execute(trx);
    if (rows.some((row) => row.email === email) === isOperator) return 'unchanged';
    const hasOther = rows.some((row) => row.email !== email && row.user_id !== null);
    if (!isOperator && !hasOther && !isForced) return 'last_operator';
    await sql`
      insert into operator (email, is_operator) values (${email}, ${isOperator})
      on conflict (email) do update set is_operator = excluded.is_operator, changed_at = now()`.execute(trx);
    await inSameTransaction?.(on);
    return 'changed';
  });
}
