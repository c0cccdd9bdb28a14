import type { Queryable } from './prepared.ts';
import { removeOutbox } from './queries/outbox.ts';

export type OutboxCleaner = {
  /** The message was delivered: its row may go. */
  done: (key: string) => void;
  close: () => Promise<void>;
};

/** Well below the age at which a worker takes a row for forgotten. */
const windowMs = 100;

/**
 * Removes delivered messages in batches, off the path of requests and jobs. One that stays, because this process died or
 * the database was away, is sent again by the sweeper, which is harmless; `onError` is told of the latter.
 */
export function createOutboxCleaner(
  on: Queryable,
  onError: (error: unknown, rows: number) => void,
): OutboxCleaner {
  let keys: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = keys;
    keys = [];
    try {
      await removeOutbox(on, batch);
    } catch (error) {
      onError(error, batch.length);
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
