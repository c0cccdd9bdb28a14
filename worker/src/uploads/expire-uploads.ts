import { claimExpiredUploads, deleteUploads } from '@atelier/db';
import { type EachDeps, processEach } from '@atelier/generations';
import { toIncomingKey } from '@atelier/storage';
import { outdateTakeOuts } from '@atelier/take-out';
import type { WorkerDeps } from '../deps.ts';

type ExpireDeps = EachDeps & Pick<WorkerDeps, 'db' | 'store' | 'realtime' | 'log'>;

/** Removes uploads that were not used for a day, incomplete and refused ones too: files first, then rows. */
export async function expireUploads(deps: ExpireDeps): Promise<void> {
  const expired = await claimExpiredUploads(deps.db.pool);
  const removed = await processEach(deps, 'remove an unused upload', expired, async ({ key }) => {
    await outdateTakeOuts(deps, [key]);
    await deps.store.delete(key);
    await deps.store.delete(toIncomingKey(key));
  });
  await deleteUploads(
    deps.db.pool,
    removed.map(({ id }) => id),
  );
  if (removed.length > 0) deps.log.info({ files: removed.length }, 'unused uploads removed');
}
