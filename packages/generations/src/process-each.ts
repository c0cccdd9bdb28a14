import type { Log } from '@atelier/log';

export type EachDeps = {
  log: Pick<Log, 'error'>;
  /** Counts rows that failed, for the metrics of a process that has some. */
  onItemsFailed?: (count: number) => void;
};

/**
 * Works on independent rows so that one failure does not stop the others; the next run repeats failed rows.
 * `what` completes "could not …" in the log. At most `atATime` rows are worked on at the same time (16 when absent).
 * Returns the rows that succeeded.
 */
export async function processEach<Row>(
  { log, onItemsFailed }: EachDeps,
  what: string,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  { atATime = 16, signal }: { atATime?: number; signal?: AbortSignal | undefined } = {},
): Promise<Row[]> {
  const succeeded = new Set<number>();
  const failures: unknown[] = [];
  const waiting = rows.entries();
  const workOn = async () => {
    for (const [index, row] of waiting) {
      if (signal?.aborted) return;
      try {
        await work(row);
        succeeded.add(index);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, rows.length) }, workOn));
  if (failures.length > 0) {
    log.error({ err: failures[0], failures: failures.length }, `could not ${what}; it will be repeated`);
    onItemsFailed?.(failures.length);
  }
  return rows.filter((_, index) => succeeded.has(index));
}
