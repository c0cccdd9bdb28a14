// Shared by api and worker: how the owner of a cut sees it, and how it is enqueued. Next: worker/src/cuts.
import { type AppErrorCode, type CutState, type PublicCut, toErrorCode } from '@atelier/contract';
import type { CutRow } from '@atelier/db';
import type { Producer } from '@atelier/queue';
import type { Emitter } from '@atelier/realtime';

/** Most cuts of a user that may wait or run, those that join films included. Each worker renders one at a time. */
export const maxOpenCuts = 5;

/** A cut as its owner sees it. */
export function toPublicCut(row: CutRow): PublicCut {
  return {
    id: row.id,
    revision: row.revision,
    state: row.state as CutState,
    percent: row.percent,
    generation_id: row.generation_id,
    error: describeError(row.error_code as AppErrorCode | null),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function describeError(code: AppErrorCode | null): PublicCut['error'] {
  return code === null ? null : { code, message: toErrorCode(code).message };
}

/** Sends a cut to the owner's browsers, unless it is undefined because nothing has changed. */
export async function notifyCut(
  { realtime }: { realtime: Pick<Emitter, 'emitToUser'> },
  row: CutRow | undefined,
): Promise<void> {
  if (row) await realtime.emitToUser(row.user_id, 'cut:changed', { cut: toPublicCut(row) });
}

/**
 * The runs so far and whole minutes of delay make the id: one job per run, and one more per minute in case that was lost.
 * Throws AppError unavailable when the queue does not answer in time; the sweeper then enqueues it.
 */
export async function enqueueCut(
  { producer }: { producer: Pick<Producer, 'enqueue'> },
  { id: cutId, run, minutesLate = 0 }: { id: string; run: number; minutesLate?: number },
): Promise<void> {
  await producer.enqueue('render-cut', { cutId }, { jobId: `cut-${cutId}-${run}-${minutesLate}` });
}
