import { getBalance } from '@atelier/db';
import type { Log } from '@atelier/log';
import type { NotifyDeps } from './notify.ts';

export type LineNotifyDeps = Pick<NotifyDeps, 'db' | 'realtime'> & {
  log: Pick<Log, 'warn'>;
  /** Users of whose line an event is about to be sent by this process. */
  pendingLineEvents: Set<string>;
};

/** Changes of one line within this time are one event. */
const windowMs = 200;

/**
 * Notifies a user's browsers that their line has changed. Many changes in a short time, such as a hundred submissions,
 * become one event with the revision of the last. Never throws: clients read the line again when they connect.
 */
export function notifyLine(deps: LineNotifyDeps, userId: string): void {
  const { pendingLineEvents } = deps;
  if (pendingLineEvents.has(userId)) return;
  pendingLineEvents.add(userId);
  const timer = setTimeout(() => {
    pendingLineEvents.delete(userId);
    emit(deps, userId).catch((error: unknown) =>
      deps.log.warn({ err: error, userId }, 'the change of a line was not announced'),
    );
  }, windowMs);
  timer.unref?.();
}

async function emit({ db, realtime }: LineNotifyDeps, userId: string): Promise<void> {
  const { revision } = await getBalance(db.pool, userId);
  await realtime.emitToUser(userId, 'line:changed', { revision });
}
