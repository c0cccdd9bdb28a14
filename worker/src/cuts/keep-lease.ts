import { type CutRow, renewCut } from '@atelier/db';
import { notifyCut } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

const renewEveryMs = 2_000;

/**
 * Stores the progress that is reported and keeps the sweeper away. `lost` aborts when the cut was cancelled, or another run
 * has taken over.
 */
export function keepLease(deps: Pick<WorkerDeps, 'db' | 'realtime' | 'log'>, cut: CutRow) {
  const lost = new AbortController();
  let shownRevision = cut.revision;
  let percent = 0;
  const renew = async () => {
    const row = await renewCut(deps.db.pool, cut, percent);
    if (!row) lost.abort(new Error('The cut was cancelled, or another run has taken over'));
    else if (row.revision > shownRevision) await notifyCut(deps, row);
    shownRevision = row?.revision ?? shownRevision;
  };
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew()
      // Another run begins without a lease, and this one ends at its next renewal.
      .catch((err: unknown) => deps.log.warn({ err, cutId: cut.id }, 'cut lease not renewed'))
      .finally(() => {
        renewing = undefined;
      });
  }, renewEveryMs);
  return {
    lost: lost.signal,
    /** Takes the share that is rendered, 0 to 1. */
    report(share: number): void {
      percent = Math.min(100, Math.max(percent, Math.floor(share * 100)));
    },
    async end(): Promise<void> {
      clearInterval(timer);
      await renewing;
    },
  };
}
