import { drainOutbox } from '@atelier/generations';
import { upsertSchedules } from '@atelier/queue';
import type { WorkerDeps } from './deps.ts';
import { sweep } from './generations/sweep.ts';

const outboxEveryMs = 1_000;
const sweepEveryMs = 10_000;
const schedulesEveryMs = 600_000;

/**
 * Drains the outbox and runs the sweep on timers of this process, so that both survive the loss of the queue that they
 * repair. A failed run is logged and repeated; runs of one timer never overlap.
 */
export function startTimers(deps: WorkerDeps): { stop: () => Promise<void> } {
  const timers = [
    repeat(outboxEveryMs, () => drainOutbox(deps, 2), deps),
    repeat(sweepEveryMs, () => sweep(deps), deps),
    // A queue that was emptied has lost its schedules too.
    repeat(schedulesEveryMs, () => upsertSchedules(deps.queue), deps),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

function repeat(everyMs: number, work: () => Promise<void>, { log }: Pick<WorkerDeps, 'log'>) {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'a timed run failed; it will be repeated'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
