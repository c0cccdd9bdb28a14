// The steps of an erasure, each one or more transactions on its own row: what a killed process had not committed is done
// again, what it had is never counted twice. Which columns stay is listed in what-stays.integration.test.ts.
import { sql, type Transaction } from 'kysely';
import type { Db } from '../../connect.ts';
import type { DB } from '../../schema.gen.ts';
import type { ErasureRow } from '../users/account-closing.ts';

export type Trx = Transaction<DB>;

const steps = ['identity', 'files', 'generations', 'account', 'jobs', 'statement', 'done'] as const;
export type ErasureStep = (typeof steps)[number];

/** How many rows, files or jobs were erased, by table name or kind. */
export type ErasedCounts = Readonly<Record<string, number>>;

export type StepResult = {
  erased: ErasedCounts;
  /** Whether the step is done; otherwise it has more to do, or cannot begin yet. */
  isDone: boolean;
  /** Other columns of the erasure that change with it. */
  changes?: Partial<Pick<ErasureRow, 'finished_at' | 'signed_statement'>> & {
    after_created_at?: string;
    after_id?: string;
    statement?: string;
  };
};

/**
 * Does one piece of a step and records it, in one transaction. Undefined: the erasure is not due, was withdrawn, or is at
 * another step, because another process was faster.
 */
export async function advanceErasure(
  db: Db,
  { id, step }: Pick<ErasureRow, 'id'> & { step: string },
  work: (trx: Trx, erasure: ErasureRow) => Promise<StepResult>,
): Promise<(ErasureRow & { isStepDone: boolean }) | undefined> {
  return db.kysely.transaction().execute(async (trx) => {
    const erasure = await trx
      .selectFrom('erasure')
      .selectAll()
      .where('id', '=', id)
      .where('step', '=', step)
      .where('withdrawn_at', 'is', null)
      .where('due_at', '<=', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst();
    if (!erasure) return undefined;
    const { erased, isDone, changes } = await work(trx, erasure);
    const next = isDone ? steps[steps.indexOf(step as ErasureStep) + 1] : step;
    const updated = await trx
      .updateTable('erasure')
      .set({ ...changes, step: next, counts: JSON.stringify(addCounts(erasure.counts, erased)) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...updated, isStepDone: isDone };
  });
}

function addCounts(before: ErasureRow['counts'], erased: ErasedCounts): ErasedCounts {
  const sum = { ...(before as unknown as ErasedCounts) };
  for (const [name, count] of Object.entries(erased)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** Erasures that are due and not finished, oldest first. Uses erasure_due. */
export function listDueErasures(db: Db): Promise<ErasureRow[]> {
  return db.kysely
    .selectFrom('erasure')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where('finished_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .limit(1_000)
    .execute();
}
