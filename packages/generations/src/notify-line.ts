import { getBalance } from '@atelier/db';
import type { Log } from '@atelier/log';
import type { NotifyDeps } from './notify.ts';

type LineNotifyDeps = Pick<NotifyDeps, 'db' | 'realtime'> & { log: Pick<Log, 'warn'> };

/** Changes of one line within this time are one event. */
const windowMs = 200;

/** Timers of pending events by user, for each emitter of the process. */
const announced = new WeakMap<object, Map<string, NodeJS.Timeout>>();

/**
 * Notifies a user's browsers that their line has changed. Many changes in a short time, such as a hundred submissions,
 * become one event with the revision of the last. Never throws: clients read the line again when they connect.
 */
export function notifyLine(deps: LineNotifyDeps, userId: string): void {
  const timers = announced.get(deps.realtime) ?? new Map<string, NodeJS.Timeout>();
  announced.set(deps.realtime, timers);
  if (timers.has(userId)) return;
  const timer = setTimeout(() => {
    timers.delete(userId);
    emit(deps, userId).catch((error: unknown) =>
      deps.log.warn({ err: error, userId }, 'the change of a line was not announced'),
    );
  }, windowMs);
  timer.unref?.();
  timers.set(userId, timer);
}

async function emit({ db, realtime }: LineNotifyDeps, userId: string): Promise<void> {
  const { revision } = await getBalance(db.pool, userId);
  await realtime.emitToUser(userId, 'line:changed', { revision });
}
