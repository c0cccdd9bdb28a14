import { scheduleCheck } from '@atelier/db';
import type { WorkerDeps } from './deps.ts';

const renewEveryMs = 8_000;
/** A process that was killed is noticed after this time. */
const leaseSeconds = 20;
/** Longer than the queue waits before its next attempt. */
const afterwardsSeconds = 40;

/**
 * Tells the sweeper, for as long as a job works on a generation, that nothing is lost. Afterwards it waits long enough
 * for the queue to repeat a failed job by itself.
 */
export function keepFromSweeper(deps: WorkerDeps, generationId: string): { end: () => Promise<void> } {
  const renew = (seconds: number) =>
    scheduleCheck(deps.db.pool, generationId, seconds).catch((error: unknown) => {
      // Without a lease the work may be done twice, which is harmless.
      deps.log.warn({ err: error, generationId }, 'the lease on a generation was not renewed');
    });
  let last = renew(leaseSeconds);
  const timer = setInterval(() => {
    last = renew(leaseSeconds);
  }, renewEveryMs);
  return {
    async end() {
      clearInterval(timer);
      await last;
      await renew(afterwardsSeconds);
    },
  };
}
