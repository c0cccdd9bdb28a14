import { type Db, removeOutbox } from '@atelier/db';
import type { Log } from '@atelier/log';

export type OutboxCleaner = {
  /** The message was delivered: its row may go. */
  done: (key: string) => void;
  close: () => Promise<void>;
};

/** Well below the age at which a worker takes a row for forgotten. */
const windowMs = 100;

/**
 * Removes delivered messages in batches, off the path of the request. One that stays because this process died is sent
 * again, which its job id makes harmless.
 */
export function createOutboxCleaner(db: Db, log: Log): OutboxCleaner {
  let keys: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = keys;
    keys = [];
    try {
      await removeOutbox(db.pool, batch);
    } catch (error) {
      log.warn(
        { err: error, rows: batch.length },
        'delivered messages stay in the outbox; the sweeper removes them',
      );
    }
  }

  return {
    done(key) {
      keys.push(key);
      timer ??= setTimeout(() => void flush(), windowMs);
    },
    close: flush,
  };
}
