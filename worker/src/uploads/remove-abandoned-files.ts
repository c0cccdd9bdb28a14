import { deleteFileWrites, listAbandonedWrites } from '@atelier/db';
import { type EachDeps, processEach } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

type RemoveDeps = EachDeps & Pick<WorkerDeps, 'db' | 'store' | 'log'>;

/** Twice as long as a worker may take to record what it has stored. */
const abandonedAfterMinutes = 20;

/** Removes what workers stored but never recorded, as their process ended: files first, then the notes of them. */
export async function removeAbandonedFiles(deps: RemoveDeps): Promise<void> {
  const keys = await listAbandonedWrites(deps.db.pool, abandonedAfterMinutes);
  const removed = await processEach(deps, 'remove a file without a record', keys, (key) =>
    deps.store.delete(key),
  );
  await deleteFileWrites(deps.db.pool, removed);
  if (removed.length > 0) deps.log.warn({ files: removed.length }, 'files without a record removed');
}
