import { purgeDueTrash } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

/** Most generations of one sweep: a hundred a second, as fast as the jobs are sent that remove the files. */
const perSweep = 1_000;

/** Ends the time in the trash of what has been there for TRASH_DAYS; jobs then remove the files. */
export async function purgeTrash(
  deps: Pick<WorkerDeps, 'db' | 'settings' | 'metrics' | 'log'>,
): Promise<void> {
  const purged = await purgeDueTrash(deps.db.pool, { days: deps.settings.trashDays, limit: perSweep });
  if (purged.length === 0) return;
  deps.metrics.trashPurged(purged.length);
  deps.log.info({ generations: purged.length }, 'generations left the trash');
}
