import { deleteFileWrites, listAbandonedWrites } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

/** Twice as long as a worker may take to record what it has stored. */
const abandonedAfterMinutes = 20;

/** Removes what workers stored and did not live to record: files first, then the notes of them. */
export async function removeAbandonedFiles(deps: Pick<WorkerDeps, 'db' | 'store' | 'log'>): Promise<void> {
  const keys = await listAbandonedWrites(deps.db.pool, abandonedAfterMinutes);
  for (const key of keys) await deps.store.delete(key);
  await deleteFileWrites(deps.db.pool, keys);
  if (keys.length > 0) deps.log.warn({ files: keys.length }, 'files without a record removed');
}
