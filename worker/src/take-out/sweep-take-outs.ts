import {
  deleteExpiredTakeOut,
  listDueTakeOuts,
  listExpiredTakeOuts,
  markTakeOutRunFailed,
} from '@atelier/db';
import { type EachDeps, processEach } from '@atelier/generations';
import { enqueueTakeOut, notifyTakeOut } from '@atelier/take-out';
import type { WorkerDeps } from '../deps.ts';

type SweepDeps = EachDeps & Pick<WorkerDeps, 'db' | 'store' | 'producer' | 'realtime'>;

/** Enqueues the archives that no process prepares any more. */
export async function enqueueDueTakeOuts(deps: SweepDeps): Promise<void> {
  const due = await listDueTakeOuts(deps.db.pool);
  await processEach(deps, 'enqueue a take-out', due, async ({ id, run, minutes_late, has_runs_left }) => {
    if (has_runs_left) await enqueueTakeOut(deps, { id, run, minutesLate: minutes_late });
    // Its last run was killed.
    else await notifyTakeOut(deps, await markTakeOutRunFailed(deps.db.pool, { id, run }));
  });
}

/** Removes the archives that have expired: the file, then its row. */
export async function removeExpiredTakeOuts(deps: SweepDeps): Promise<void> {
  const expired = await listExpiredTakeOuts(deps.db.pool);
  await processEach(deps, 'remove a take-out', expired, async ({ id, frame_key: key }) => {
    if (key !== null) await deps.store.delete(key);
    await deleteExpiredTakeOut(deps.db.pool, id);
  });
}
