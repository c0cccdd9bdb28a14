import { findGeneration, listOutputFiles, releaseUploads } from '@atelier/db';
import type { JobContext } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/job-context.ts';

const retryMs = 30_000;

/**
 * Removes the files of a deleted generation; input files that no other generation uses expire. The rows stay for the
 * ledger. Idempotent. Waits for the end of a running generation, which may still store files.
 */
export async function deleteFiles(
  deps: WorkerDeps,
  { generationId }: { generationId: string },
  context: Pick<JobContext, 'delayUntil'>,
): Promise<void> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (row) logGeneration(row);
  if (row && !row.finished_at) context.delayUntil(Date.now() + retryMs);
  for (const key of await listOutputFiles(deps.db.pool, generationId)) await deps.store.delete(key);
  await releaseUploads(deps.db.pool, generationId);
}
