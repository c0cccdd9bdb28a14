import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

export type ProcessMetricsOptions = {
  /** Stores that the process needs. Each function reads their figures, and rejects while the store is down. */
  stores: Readonly<Record<string, () => Promise<unknown>>>;
  /** The time by the database's clock. */
  readClock: () => Promise<Date>;
  onError: (error: unknown, store: string) => void;
};

/** Time limit of a store: Prometheus gives up after 10 s, and then lacks the metrics of everything that still works. */
const storeLimitMs = 8_000;

/**
 * Adds the metrics that every process has: its own, whether it reaches its stores, and how far its clock is off. Returns
 * how to read the registry as Prometheus text, with the stores as they are now; no store keeps it from being read.
 */
export function addProcessMetrics(
  registry: Registry,
  { stores, readClock, onError }: ProcessMetricsOptions,
): () => Promise<string> {
  // The default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const registers = [registry];
  const isUp = new Gauge({
    name: 'atelier_store_up',
    help: 'Whether the store answered this process at this scrape',
    labelNames: ['store'],
    registers,
  });
  const skew = new Gauge({
    name: 'atelier_clock_skew_seconds',
    help: "This process's clock against the database's, at least; NaN while that is not known",
    registers,
  });
  const observed = Object.entries(stores).map(([store, read]) => ({ store, read: shareRuns(read) }));
  const clock = shareRuns(async () => skew.set(await measureSkewSeconds(readClock)));

  return async () => {
    await Promise.all([
      ...observed.map(async ({ store, read }) => {
        const error = await describeFailure(read);
        if (error !== undefined) onError(error, store);
        isUp.set({ store }, error === undefined ? 1 : 0);
      }),
      // Needs no report of its own: the read of the database's figures then fails as well.
      describeFailure(clock).then((error) => error !== undefined && skew.set(Number.NaN)),
    ]);
    return registry.metrics();
  };
}

/** A store that does not answer must not collect one more unanswered question at every scrape. */
function shareRuns(work: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function describeFailure(work: () => Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No answer in time')), storeLimitMs);
  try {
    await Promise.race([work(), late.promise]);
    return undefined;
  } catch (error) {
    return error ?? new Error('Rejected without a reason');
  } finally {
    clearTimeout(timer);
  }
}

/** The database read its clock between the question and the answer: a slow answer never looks like a wrong clock. */
async function measureSkewSeconds(readClock: () => Promise<Date>): Promise<number> {
  const askedMs = Date.now();
  const databaseMs = (await readClock()).getTime();
  const [least, most] = [askedMs - databaseMs, Date.now() - databaseMs];
  return (least > 0 ? least : Math.min(most, 0)) / 1_000;
}
