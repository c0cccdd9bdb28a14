import type { WorkerDeps } from '../deps.ts';
import { type Duty, duties, keepSchedules } from './duties.ts';

/** Runs every duty once, one after the other, whether or not the others fail. */
export async function sweep(deps: WorkerDeps): Promise<void> {
  for (const duty of duties) await runDuty(deps, duty);
}

/** Never throws: a failed run is logged, counted and repeated at the duty's next time. */
async function runDuty(deps: WorkerDeps, { name, run }: Duty): Promise<void> {
  const startedAt = performance.now();
  try {
    await run({ ...deps, onItemsFailed: (count) => deps.metrics.dutyFailed(name, count) });
  } catch (error) {
    deps.log.error({ err: error, duty: name }, 'a duty of the sweeper failed; it will be repeated');
    deps.metrics.dutyFailed(name, 1);
  }
  deps.metrics.dutyEnded(name, (performance.now() - startedAt) / 1_000);
}

export type Sweeper = {
  /** Runs, at the same time, every duty that has not been started within its interval and is not running. */
  runDue: () => Promise<void>;
  /** Runs each duty at its own interval from now on. */
  start: () => void;
  /** Resolves when no duty runs any more. */
  stop: () => Promise<void>;
};

/**
 * The sweeper of a process. It runs from timers, so that it survives the loss of the queue that it repairs, and from a job.
 * A duty never runs twice at a time in one process, and none waits for another.
 */
export function createSweeper(
  deps: WorkerDeps,
  table: readonly Duty[] = [...duties, keepSchedules],
): Sweeper {
  const running = new Map<Duty, Promise<void>>();
  const startedAtMs = new Map<Duty, number>();
  const timers: NodeJS.Timeout[] = [];

  // Prometheus sees no increase in a counter that appears with its first failure.
  for (const { name } of table) deps.metrics.dutyFailed(name, 0);

  function run(duty: Duty): Promise<void> {
    const current = running.get(duty);
    if (current) return current;
    startedAtMs.set(duty, performance.now());
    const work = runDuty(deps, duty).finally(() => running.delete(duty));
    running.set(duty, work);
    return work;
  }

  const isDue = (duty: Duty) => {
    const startedAt = startedAtMs.get(duty);
    return startedAt === undefined || performance.now() - startedAt >= duty.everyMs;
  };

  return {
    async runDue() {
      const due = table.filter((duty) => isDue(duty) && !running.has(duty));
      await Promise.all(due.map(run));
    },
    start() {
      for (const duty of table) timers.push(setInterval(() => void run(duty), duty.everyMs));
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
