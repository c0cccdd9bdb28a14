import { type GenerationRow, scheduleCheck } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';

/** Most work is done before: then nothing had to be written. */
const firstRenewalMs = 1_000;
/** A row that the sweeper would take by then is held at once. */
const dueSoonMs = 5_000;
const renewEveryMs = 8_000;
/** A process that was killed is noticed after this time. */
const leaseSeconds = 20;
/** Longer than the queue waits before its next attempt. */
const afterwardsSeconds = 40;

/**
 * Does the work and tells the sweeper meanwhile that nothing is lost. After a failure it waits long enough for the queue
 * to repeat the job by itself.
 */
export async function keepFromSweeper<Result>(
  deps: WorkerDeps,
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
    await lease.renew(afterwardsSeconds);
    throw error;
  }
}

function startLease(deps: WorkerDeps, { id: generationId, next_check_at: dueAt }: GenerationRow) {
  const renew = (seconds: number) =>
    scheduleCheck(deps.db.pool, generationId, seconds).catch((error: unknown) => {
      // Without a lease the work may be done twice, which is harmless.
      deps.log.warn({ err: error, generationId }, 'the lease on a generation was not renewed');
    });
  let last: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const renewFromNowOn = () => {
    last = renew(leaseSeconds);
    timer = setTimeout(renewFromNowOn, renewEveryMs);
  };
  if (dueAt.getTime() - Date.now() < dueSoonMs) renewFromNowOn();
  else timer = setTimeout(renewFromNowOn, firstRenewalMs);
  return {
    renew,
    async end() {
      clearTimeout(timer);
      await last;
    },
  };
}
