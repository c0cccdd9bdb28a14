import { createBatcher } from '@atelier/coalesce';
import type { Queryable } from './prepared.ts';
import { removeOutbox } from './queries/generations/outbox.ts';

export type OutboxCleaner = {
  /** The message was delivered: its row may be removed. */
  done: (key: string) => void;
  close: () => Promise<void>;
};

/** Well below the age at which a worker sends a row again. */
const windowMs = 100;

/**
 * Removes delivered messages in batches, off the path of requests and jobs. One that stays, because this process died or
 * the database was down, is sent again by the sweeper, which is harmless; in the latter case `onError` is called.
 */
export function createOutboxCleaner(
  on: Queryable,
  onError: (error: unknown, rows: number) => void,
): OutboxCleaner {
  const batcher = createBatcher<string>(
    (keys) => removeOutbox(on, keys).catch((error: unknown) => onError(error, keys.length)),
    { windowMs, maxBatchSize: 500 },
  );
  return { done: (key) => void batcher.add(key), close: batcher.flush };
}
