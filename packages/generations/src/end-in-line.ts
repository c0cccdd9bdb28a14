import {
  endWaiting,
  type GenerationRow,
  getBalance,
  inTransaction,
  listClosedLines,
  listWaitingOfClosedKinds,
  repeatWhileLocked,
  type TransactionStep,
} from '@atelier/db';
import { enqueueWebhookDelivery } from './enqueue.ts';
import { type FinalizeDeps, logEnd } from './finalize-generation.ts';
import { notifyBalance, notifyMany } from './notify.ts';
import { notifyLine } from './notify-line.ts';
import { type EachDeps, processEach } from './process-each.ts';

type WaitingEnd = Parameters<typeof endWaiting>[1];

/**
 * Ends the generations that still wait in a user's line, releases their holds, and notifies like `finalizeGeneration`.
 * Returns the ended ones. `inSameTransaction` runs if there are any.
 */
export async function endInLine(
  deps: FinalizeDeps,
  ending: WaitingEnd,
  inSameTransaction?: TransactionStep,
): Promise<GenerationRow[]> {
  const rows = await repeatWhileLocked(() =>
    inSameTransaction ? endWithStep(deps, ending, inSameTransaction) : endWaiting(deps.db.pool, ending),
  );
  if (rows.length === 0) return [];
  for (const row of rows) {
    deps.onGenerationEnded?.(row);
    logEnd(deps, row);
  }
  const { userId } = ending;
  notifyLine(deps, userId);
  const balance = await getBalance(deps.db.pool, userId);
  const sent = await Promise.all([notifyMany(deps, userId, rows), notifyBalance(deps, userId, balance)]);
  if (sent.every(Boolean)) for (const { id } of rows) deps.outboxCleaner.done(`changed:${id}`);
  for (const row of rows) await enqueueWebhookDelivery(deps, row);
  return rows;
}

function endWithStep(
  { db }: FinalizeDeps,
  ending: WaitingEnd,
  inSameTransaction: TransactionStep,
): Promise<GenerationRow[]> {
  return inTransaction(db, async (on) => {
    const rows = await endWaiting(on, ending);
    if (rows.length > 0) await inSameTransaction(on);
    return rows;
  });
}

/**
 * Ends waiting generations of kinds that an operator has closed, without charging them. The dispatch ends those that have
 * started and are not submitted yet. The sweeper repeats this, for submissions that arrived while the kind was being
 * closed. Returns the number of ended generations.
 */
export async function endOfClosedKinds(deps: FinalizeDeps & EachDeps): Promise<number> {
  const lines = await listWaitingOfClosedKinds(deps.db.pool);
  const error = { code: 'kind_closed', detail: null } as const;
  let count = 0;
  await processEach(deps, 'end what waits for a closed kind', lines, async ({ user_id: userId, ids }) => {
    count += (await endInLine(deps, { userId, ids, status: 'failed', error })).length;
  });
  return count;
}

/** Cancels waiting generations of closed accounts, or of this one; repeated like `cancelOfClosedAccounts`. */
export async function emptyLinesOfClosed(deps: FinalizeDeps & EachDeps, userId?: string): Promise<void> {
  const userIds = await listClosedLines(deps.db.pool, userId);
  await processEach(deps, 'empty the line of a closed account', userIds, async (owner) => {
    await endInLine(deps, { userId: owner, ids: 'all', status: 'cancelled', error: null });
  });
}
