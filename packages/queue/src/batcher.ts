import { AppError } from '@atelier/contract';
import type { BulkJobOptions } from 'bullmq';

export type BatchEntry = { name: string; data: unknown; opts: BulkJobOptions };

type Waiting = { entry: BatchEntry; settle: (error?: Error) => void };
type Settings = { timeoutMs: number; batchWindowMs: number; maxBatchSize: number };

export type Batcher = {
  add(entry: BatchEntry): Promise<void>;
  /** Sends everything collected and resolves when the last batch has settled, well or not. */
  flush(): Promise<void>;
};

/**
 * Collects entries for a few milliseconds, and for as long as an earlier batch is under way, so batches grow with the
 * load: on PostgreSQL one job a command is about a tenth of the throughput.
 */
export function createBatcher(send: (entries: BatchEntry[]) => Promise<void>, settings: Settings): Batcher {
  let collected: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (collected.length > 0) {
      const batch = collected.slice(0, settings.maxBatchSize);
      collected = collected.slice(settings.maxBatchSize);
      const error = await sendWithin(settings.timeoutMs, () => send(batch.map(({ entry }) => entry)));
      for (const { settle } of batch) settle(error);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= sendAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    flush,
    add(entry) {
      return new Promise((resolve, reject) => {
        collected.push({ entry, settle: (error) => (error ? reject(error) : resolve()) });
        if (running === undefined) timer ??= setTimeout(flush, settings.batchWindowMs);
      });
    },
  };
}

async function sendWithin(timeoutMs: number, send: () => Promise<void>): Promise<AppError | undefined> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([send(), late.promise]);
    return undefined;
  } catch (cause) {
    return new AppError('unavailable', { cause });
  } finally {
    clearTimeout(timer);
  }
}
