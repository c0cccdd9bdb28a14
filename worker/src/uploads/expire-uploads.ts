import { claimExpiredUploads, deleteUploads } from '@atelier/db';
import { incomingKeyOf } from '@atelier/storage';
import { outdateTakeOuts } from '@atelier/take-out';
import type { WorkerDeps } from '../deps.ts';

/** Removes uploads that were not used for a day, incomplete and refused ones too: files first, then rows. */
export async function expireUploads(
  deps: Pick<WorkerDeps, 'db' | 'store' | 'realtime' | 'log'>,
): Promise<void> {
  const expired = await claimExpiredUploads(deps.db.pool);
  await outdateTakeOuts(
    deps,
    expired.map(({ key }) => key),
  );
  for (const { key } of expired) {
    await deps.store.delete(key);
    await deps.store.delete(incomingKeyOf(key));
  }
  await deleteUploads(
    deps.db.pool,
    expired.map(({ id }) => id),
  );
  if (expired.length > 0) deps.log.info({ files: expired.length }, 'unused uploads removed');
}
