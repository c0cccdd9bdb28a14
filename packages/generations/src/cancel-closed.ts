import { isAppError } from '@atelier/contract';
import { listRunningOfClosed } from '@atelier/db';
import { cancelGeneration } from './cancel-generation.ts';
import { emptyLinesOfClosed } from './end-in-line.ts';
import type { FinalizeDeps } from './finalize-generation.ts';
import { type EachDeps, processEach } from './process-each.ts';

/**
 * Cancels the waiting and running generations of closed accounts, or of this one. A single failure does not throw: the
 * worker's next `erase-accounts` finds generations that could not be cancelled, or were left by a killed process.
 */
export async function cancelOfClosedAccounts(deps: FinalizeDeps & EachDeps, userId?: string): Promise<void> {
  try {
    await emptyLinesOfClosed(deps, userId);
  } finally {
    await cancelRunning(deps, userId);
  }
}

async function cancelRunning(deps: FinalizeDeps & EachDeps, userId?: string): Promise<void> {
  const rows = await listRunningOfClosed(deps.db.pool, userId);
  await processEach(deps, 'cancel a generation of a closed account', rows, async ({ id, user_id }) => {
    try {
      await cancelGeneration(deps, id, user_id);
    } catch (error) {
      // The generation has just ended, or its files are being saved: it ends like any other.
      if (!isAppError(error) || error.code !== 'already_finished') throw error;
    }
  });
}
