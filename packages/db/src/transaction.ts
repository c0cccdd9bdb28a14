import { CompiledQuery, type Transaction } from 'kysely';
import type { Db } from './connect.ts';
import { preparedQuery, type Queryable } from './prepared.ts';
import type { DB } from './schema.gen.ts';

/**
 * Writes that an act needs besides its own, such as its audit event. They are in the same transaction: when they fail, the
 * act did not happen.
 */
export type TransactionStep<Outcome = void> = (on: Queryable, outcome: Outcome) => Promise<unknown>;

/** Runs statements, named or not, in one transaction, which is undone when one of them fails or `work` throws. */
export function inTransaction<Result>(
  db: Pick<Db, 'kysely'>,
  work: (on: Queryable, trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return db.kysely.transaction().execute((trx) => work(toQueryable(trx), trx));
}

/**
 * The same for many runs of named statements, which PostgreSQL plans once: in a transaction of Kysely they are planned
 * each time.
 */
export async function inPreparedTransaction<Result>(
  { pool }: Pick<Db, 'pool'>,
  work: (on: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    isUsable = true;
    return result;
  } catch (error) {
    // A connection that cannot undo it is closed, which does.
    isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

const lockName = preparedQuery('take-turn', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

/**
 * Makes transactions that name the same thing wait for each other, for a limit that counts rows: a statement does not see
 * those that others are adding. Call it in a transaction, before it counts.
 */
export async function takeTurn(on: Queryable, name: string): Promise<void> {
  await lockName(on, [name]);
}

/** Runs statements of pg in a transaction that Kysely holds. */
function toQueryable(trx: Transaction<DB>): Queryable {
  const query = async (
    statement: string | { text: string; values?: unknown[] },
    values: unknown[] = [],
  ): Promise<{ rows: unknown[]; rowCount: number }> => {
    const { text, values: own = values } = typeof statement === 'string' ? { text: statement } : statement;
    const { rows, numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(text, own));
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
  };
  return { query } as unknown as Queryable;
}
