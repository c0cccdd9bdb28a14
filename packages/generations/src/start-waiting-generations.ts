// Starts waiting generations, accepted above the limit of running ones, in their order. The database holds the line and
// decides who is next; this is called after every commit that may have freed a slot, and by the sweeper as a safety net.
import { type GenerationRow, startWaiting } from '@atelier/db';
import type { Log } from '@atelier/log';
import { type EnqueueDeps, enqueueDispatch } from './enqueue.ts';
import { type NotifyDeps, notifyMany } from './notify.ts';
import { type LineNotifyDeps, notifyLine } from './notify-line.ts';

export type LineDeps = NotifyDeps &
  EnqueueDeps &
  LineNotifyDeps & {
    /** Number of generations that one user may have running at the same time. */
    maxRunning: number;
    log: Pick<Log, 'info' | 'warn' | 'error'>;
    /** Counts a filled slot in the metrics of a process that has some. */
    onPlaceGiven?: (secondsFree: number | undefined) => void;
  };

/**
 * Starts as many of a user's waiting generations as there are free slots, first come first served. `freedAtMs` is the
 * time of the commit that freed them. Returns the number of started ones. Never throws: the sweeper repeats it in seconds.
 */
export async function startWaitingGenerations(
  deps: LineDeps,
  userId: string,
  freedAtMs?: number,
): Promise<number> {
  try {
    return await startNext(deps, userId, freedAtMs);
  } catch (error) {
    deps.log.error({ err: error, userId }, 'free places were not given; the sweeper will give them');
    return 0;
  }
}

/** Does the same as `startWaitingGenerations`, and throws when that fails. */
export async function startNext(deps: LineDeps, userId: string, freedAtMs?: number): Promise<number> {
  const rows = await startWaiting(deps.db.pool, { userId, maxRunning: deps.maxRunning });
  const secondsFree = freedAtMs === undefined ? undefined : (Date.now() - freedAtMs) / 1_000;
  for (const row of rows) reportStart(deps, row, secondsFree);
  await Promise.all(rows.map(({ id, attempt }) => enqueueDispatch(deps, id, attempt)));
  if (rows.length > 0) notifyLine(deps, userId);
  if (await notifyMany(deps, userId, rows))
    for (const { id } of rows) deps.outboxCleaner.done(`started:${id}`);
  return rows.length;
}

function reportStart(deps: LineDeps, row: GenerationRow, secondsFree: number | undefined): void {
  const waitedSeconds = Math.round((Date.now() - row.created_at.getTime()) / 1_000);
  deps.onPlaceGiven?.(secondsFree);
  deps.log.info({ generationId: row.id, kind: row.kind, waitedSeconds }, 'generation started after waiting');
}
