import type { GenerationRow } from '@atelier/db';
import type { Watches } from './watch-generations.ts';

type Waiting = {
  userId: string;
  id: string;
  waitMs: number;
  /** Aborted when there is no one to wait for any more. */
  signal: AbortSignal;
};

/** Resolves to the ended generation; undefined when it has not ended in time, is gone, or the signal aborts. */
export function waitForEnd(
  watches: Watches,
  { userId, id, waitMs, signal }: Waiting,
): Promise<GenerationRow | undefined> {
  const { promise, resolve } = Promise.withResolvers<GenerationRow | undefined>();
  const end = () => resolve(undefined);
  const onRow = (row: GenerationRow | undefined) => {
    if (!row || row.finished_at) resolve(row);
  };
  const stop = watches.watch({ userId, id, onRow }, { readsNow: true });
  const timer = setTimeout(end, waitMs);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return promise.finally(() => {
    stop();
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  });
}
