import { type Db, type GenerationRow, scheduleCheck } from '@atelier/db';
import type { Log } from '@atelier/log';

type LeaseDeps = { db: Db; log: Pick<Log, 'warn'> };

/** Delay of the first write: most work ends before it and writes nothing. */
const firstRenewalMs = 1_000;
/** A row that the sweeper would claim within this time is leased at once. */
const dueSoonMs = 5_000;
const renewEveryMs = 8_000;
/** The sweeper takes over from a killed process after this time. */
export const leaseSeconds = 20;
/** Longer than the queue's backoff before the next attempt. */
const afterFailureSeconds = 40;

/**
 * Does the work and keeps a lease on the generation meanwhile, so that the sweeper does not resume it. After a failure
 * the lease lasts long enough for the queue to retry the job.
 */
export async function withLease<Result>(
  deps: LeaseDeps,
  row: GenerationRow,
  work: () => Promise<Result>,
): Promise<Result> {
  const lease = startLease(deps, row);
  try {
    const result = await work();
    await lease.end();
    return result;
  } catch (error) {
    await lease.end();
    await lease.renew(afterFailureSeconds);
    throw error;
  }
}

function startLease(deps: LeaseDeps, row: GenerationRow) {
  const renew = (seconds: number) =>
    scheduleCheck(deps.db.pool, row, seconds).catch((error: unknown) => {
      // A lost lease may repeat the work, which is harmless.
      deps.log.warn({ err: error, generationId: row.id }, 'the lease on a generation was not renewed');
    });
  let last: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const keepRenewing = () => {
    last = renew(leaseSeconds);
    timer = setTimeout(keepRenewing, renewEveryMs);
  };
  if (row.next_check_at.getTime() - Date.now() < dueSoonMs) keepRenewing();
  else timer = setTimeout(keepRenewing, firstRenewalMs);
  return {
    renew,
    async end() {
      clearTimeout(timer);
      await last;
    },
  };
}
