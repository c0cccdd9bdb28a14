import { listDueCuts, markCutFailed } from '@atelier/db';
import { type EachDeps, enqueueCut, notifyCut, processEach } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

/** Enqueues the cuts that no process renders any more. One that has killed its process several times ends. */
export async function enqueueDueCuts(
  deps: EachDeps & Pick<WorkerDeps, 'db' | 'producer' | 'realtime'>,
): Promise<void> {
  const due = await listDueCuts(deps.db.pool);
  await processEach(deps, 'enqueue a cut', due, async ({ id, run, minutes_late, is_crashing }) => {
    if (!is_crashing) await enqueueCut(deps, { id, run, minutesLate: minutes_late });
    else await notifyCut(deps, await markCutFailed(deps.db.pool, { id, run }, 'media_unreadable'));
  });
}
