export type Batcher<Item> = {
  /** Resolves or rejects with the batch that carried the item. */
  add(item: Item): Promise<void>;
  /** Sends everything collected now. Resolves when the last batch has settled, successfully or not. */
  flush(): Promise<void>;
};

export type BatcherSettings = {
  /** Time for which the first item waits for others. With 0, it waits until the end of this turn of the event loop. */
  windowMs: number;
  maxBatchSize: number;
};

type Waiting<Item> = { item: Item; resolve: () => void; reject: (error: unknown) => void };

/**
 * Sends items in batches, one batch at a time and in the order of the calls. Items that arrive while a batch is being
 * sent go out right after it, so batches grow with the load.
 */
export function createBatcher<Item>(
  send: (items: Item[]) => Promise<unknown>,
  { windowMs, maxBatchSize }: BatcherSettings,
): Batcher<Item> {
  let collected: Waiting<Item>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isScheduled = false;
  let running: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (collected.length > 0) {
      const batch = collected.slice(0, maxBatchSize);
      collected = collected.slice(maxBatchSize);
      try {
        await send(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    // Runs outside of a callback of the promise: an item added before the callback would find neither a loop nor a timer.
    running = undefined;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    isScheduled = false;
    if (collected.length > 0) running ??= sendAll();
    return running ?? Promise.resolve();
  }

  function schedule(): void {
    if (isScheduled || running) return;
    isScheduled = true;
    if (windowMs === 0) queueMicrotask(flush);
    else timer = setTimeout(flush, windowMs);
  }

  return {
    flush,
    add: (item) =>
      new Promise((resolve, reject) => {
        collected.push({ item, resolve, reject });
        schedule();
      }),
  };
}
