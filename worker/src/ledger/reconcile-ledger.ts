import { countsCheck, findLedgerProblems, repairGenerationCounts } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

/**
 * The daily proof that every balance equals the sum of its entries and that no entry was changed, added or removed. Each
 * inconsistency is logged as an error, which alerts the operator. Wrong counts of generations are no matter of money: they are
 * set right, and have a metric and a warning of their own.
 */
export async function reconcileLedger(deps: Pick<WorkerDeps, 'db' | 'log' | 'metrics'>): Promise<void> {
  const found = await findLedgerProblems(deps.db.pool);
  const counts = found.filter(({ check }) => check === countsCheck);
  const problems = found.filter(({ check }) => check !== countsCheck);
  for (const problem of problems) deps.log.error({ problem }, 'the ledger does not add up');
  for (const count of counts) {
    await repairGenerationCounts(deps.db, count.subject);
    deps.log.warn({ count }, 'a count of records was wrong and was set right');
  }
  deps.metrics.ledgerChecked({ problems: problems.length, wrongCounts: counts.length });
  deps.log.info({ problems: problems.length, wrongCounts: counts.length }, 'ledger reconciled');
}
