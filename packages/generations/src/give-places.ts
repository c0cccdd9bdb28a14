// The waiting line: what was accepted above the limit starts in its turn. The database is the line, and knows who is
// next; this is called after every commit that may have freed a place, and by the sweeper in case that was forgotten.
import { type GenerationRow, startWaiting } from '@atelier/db';
import type { Log } from '@atelier/log';
import { type EnqueueDeps, enqueueDispatch } from './enqueue.ts';
import { type NotifyDeps, notifyMany } from './notify.ts';
import { notifyLine } from './notify-line.ts';

export type LineDeps = NotifyDeps &
  EnqueueDeps & {
    /** How many generations of one user may have started at the same time. */
    maxRunning: number;
    log: Pick<Log, 'info' | 'warn' | 'error'>;
    /** For the metrics of a process that has some. */
    onPlaceGiven?: (secondsFree: number | undefined) => void;
  };

/**
 * Starts as many of those who wait in a user's line as there are places, the first ones first. `freedAtMs`: the time of
 * the commit that freed them. Never throws, and returns how many: the sweeper starts the others within seconds.
 */
export async function givePlaces(deps: LineDeps, userId: string, freedAtMs?: number): Promise<number> {
  try {
    return await startNext(deps, userId, freedAtMs);
  } catch (error) {
    deps.log.error({ err: error, userId }, 'free places were not given; the sweeper will give them');
    return 0;
  }
}

/** As `givePlaces`, and throws when that fails. */
export async function startNext(deps: LineDeps, userId: string, freedAtMs?: number): Promise<number> {
  const rows = await startWaiting(deps.db.pool, { userId, maxRunning: deps.maxRunning });
  const secondsFree = freedAtMs === undefined ? undefined : (Date.now() - freedAtMs) / 1_000;
  for (const row of rows) announce(deps, row, secondsFree);
  await Promise.all(rows.map(({ id }) => enqueueDispatch(deps, id)));
  if (rows.length > 0) notifyLine(deps, userId);
  if (await notifyMany(deps, userId, rows))
    for (const { id } of rows) deps.outboxCleaner.done(`started:${id}`);
  return rows.length;
}

function announce(deps: LineDeps, row: GenerationRow, secondsFree: number | undefined): void {
  const waitedSeconds = Math.round((Date.now() - row.created_at.getTime()) / 1_000);
  deps.onPlaceGiven?.(secondsFree);
  deps.log.info({ generationId: row.id, kind: row.kind, waitedSeconds }, 'generation started after waiting');
}
