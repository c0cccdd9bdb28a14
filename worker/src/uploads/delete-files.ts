import { findGeneration, listOutputFiles, releaseUploads } from '@atelier/db';
import type { JobContext } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';
import { logGeneration } from '../process/log-generation.ts';

const lookAgainMs = 30_000;

/**
 * Removes the files of a deleted record (ruling 26); its inputs, when no other record has them, expire. The rows stay for the ledger; may be repeated. Waits for the end of
 * one that still runs, since it may be storing files at this moment.
 */
export async function deleteFiles(
  deps: WorkerDeps,
  { generationId }: { generationId: string },
  context: Pick<JobContext, 'delayUntil'>,
): Promise<void> {
  const row = await findGeneration(deps.db.pool, generationId);
  if (row) logGeneration(row);
  if (row && !row.finished_at) context.delayUntil(Date.now() + lookAgainMs);
  for (const key of await listOutputFiles(deps.db.pool, generationId)) await deps.store.delete(key);
  await releaseUploads(deps.db.pool, generationId);
}
