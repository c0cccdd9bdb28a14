import {
  type Beside,
  endWaiting,
  type GenerationRow,
  getBalance,
  inTransaction,
  listClosedLines,
  listWaitingOfClosedKinds,
  repeatWhileLocked,
} from '@atelier/db';
import { enqueueWebhookDelivery } from './enqueue.ts';
import { type FinalizeDeps, logEnd } from './finalize-generation.ts';
import { notifyBalance, notifyMany } from './notify.ts';
import { notifyLine } from './notify-line.ts';
import { type EachDeps, processEach } from './process-each.ts';

type WaitingEnd = Parameters<typeof endWaiting>[1];

/**
 * Ends what waits in a user's line and has not started meanwhile, releases its holds, and notifies like
 * `finalizeGeneration`. Returns those that it ended. `beside` runs in the same transaction, if it ended any.
 */
export async function endInLine(
  deps: FinalizeDeps,
  ending: WaitingEnd,
  beside?: Beside,
): Promise<GenerationRow[]> {
  const rows = await repeatWhileLocked(() =>
    beside ? endBeside(deps, ending, beside) : endWaiting(deps.db.pool, ending),
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

function endBeside({ db }: FinalizeDeps, ending: WaitingEnd, beside: Beside): Promise<GenerationRow[]> {
  return inTransaction(db, async (on) => {
    const rows = await endWaiting(on, ending);
    if (rows.length > 0) await beside(on);
    return rows;
  });
}

/**
 * Ends what waits although an operator has closed its kind: nothing is charged. What has started and was not submitted yet
 * is ended by its dispatch. Repeated by the sweeper, for submissions that came while the kind was closed. Returns how many.
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

/** Cancels what waits for closed accounts, or for this one; repeated like `cancelOfClosedAccounts`. */
export async function emptyLinesOfClosed(deps: FinalizeDeps & EachDeps, userId?: string): Promise<void> {
  const userIds = await listClosedLines(deps.db.pool, userId);
  await processEach(deps, 'empty the line of a closed account', userIds, async (owner) => {
    await endInLine(deps, { userId: owner, ids: 'all', status: 'cancelled', error: null });
  });
}
