import { drainOutbox } from '@atelier/generations';
import { restoreSchedules } from '@atelier/queue';
import type { WorkerDeps } from './deps.ts';
import { sweep } from './generations/sweep.ts';

const outboxEveryMs = 1_000;
const sweepEveryMs = 10_000;
const schedulesEveryMs = 30_000;

/**
 * Drains the outbox and runs the sweep on timers of this process, so that both survive the loss of the queue that they
 * repair. A failed run is logged and repeated; runs of one timer never overlap.
 */
export function startTimers(deps: WorkerDeps): { stop: () => Promise<void> } {
  const timers = [
    repeat(outboxEveryMs, () => drainOutbox(deps, 2), deps),
    repeat(sweepEveryMs, () => sweep(deps), deps),
    repeat(schedulesEveryMs, () => noticeLoss(deps), deps),
  ];
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}

/** Sweeps restore the jobs of a queue that was emptied; its schedules are written again here. */
async function noticeLoss({ queue, metrics, log }: WorkerDeps): Promise<void> {
  if (!(await restoreSchedules(queue))) return;
  metrics.queueLost();
  log.error('the queue had lost its schedules, and with them its jobs');
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
