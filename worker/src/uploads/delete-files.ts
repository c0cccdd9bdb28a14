import { AppError } from '@atelier/contract';
import { emptyOutputs, findGeneration, listOutputFiles, releaseUploads, removeOutbox } from '@atelier/db';
import { type EachDeps, processEach } from '@atelier/generations';
import { outdateTakeOuts } from '@atelier/take-out';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/job-context.ts';

type DeleteDeps = EachDeps & Pick<WorkerDeps, 'db' | 'store' | 'realtime'>;

/**
 * Removes the files of a generation that has left the trash, its answers and the pictures of its inspection; input files
 * that no other generation uses expire. The rows stay for the ledger. Idempotent. A running generation may still store
 * files, so nothing is done before its end: the outbox sends this job again until it has removed its message there.
 */
export async function deleteFiles(
  deps: DeleteDeps,
  { generationId }: { generationId: string },
): Promise<void> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (row) logGeneration(row);
  if (row && !row.finished_at) return;
  if (row && !row.purged_at) {
    // The job is from a process of a version without a trash. The files go when the generation leaves it.
    await removeOutbox(deps.db.pool, [`delete-files:${generationId}`]);
    return;
  }
  const keys = await listOutputFiles(deps.db.pool, generationId);
  await outdateTakeOuts(deps, keys);
  const removed = await processEach(deps, 'remove a file of a generation', keys, (key) =>
    deps.store.delete(key),
  );
  // The rows say where the files are that stay: the job does this again.
  if (removed.length < keys.length) throw new AppError('unavailable');
  await emptyOutputs(deps.db.pool, generationId);
  await releaseUploads(deps.db.pool, generationId);
  await removeOutbox(deps.db.pool, [`delete-files:${generationId}`]);
}
