import { countsCheck, findLedgerProblems, repairRecordCounts } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

/**
 * The daily proof that every balance equals the sum of its entries and that no entry was changed, added or removed. Each
 * inconsistency is logged as an error, which alerts the operator. Wrong counts of records, which a process of a version
 * that does not keep them leaves behind, are set right once they are logged.
 */
export async function reconcileLedger(deps: Pick<WorkerDeps, 'db' | 'log' | 'metrics'>): Promise<void> {
  const problems = await findLedgerProblems(deps.db.pool);
  for (const problem of problems) deps.log.error({ problem }, 'the ledger does not add up');
  for (const { check, subject } of problems)
    if (check === countsCheck) await repairRecordCounts(deps.db, subject);
  deps.metrics.ledgerChecked(problems.length);
  deps.log.info({ problems: problems.length }, 'ledger reconciled');
}
