import { archiveGenerations as archiveBatch } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

/**
 * Empties the inputs of what was deleted more than ARCHIVE_DAYS ago. Safe in any number of processes and to stop anywhere:
 * each batch is one statement, and what a run did not finish is left to the next.
 */
export async function archiveGenerations(
  deps: Pick<WorkerDeps, 'db' | 'log'> & { settings: Pick<WorkerDeps['settings'], 'archiveDays'> },
  { signal, batchSize = 1_000 }: { signal?: AbortSignal | undefined; batchSize?: number } = {},
): Promise<void> {
  let generations = 0;
  while (!signal?.aborted) {
    const count = await archiveBatch(deps.db.pool, { days: deps.settings.archiveDays, limit: batchSize });
    generations += count;
    if (count < batchSize) break;
  }
  if (generations > 0) deps.log.info({ generations }, 'inputs of deleted generations emptied');
}
