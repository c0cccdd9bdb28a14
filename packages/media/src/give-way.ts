import { constants, cpus, getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';

type Clock = {
  cores: number;
  now: () => number;
  /** Time that other processes have had on all cores so far, in ms. */
  readOthers: () => number;
  wait: (ms: number) => Promise<unknown>;
};

/** Share of the cores above which others are busy, the work between two looks at it, and a pause in times of that work. */
const busyShare = 0.25;
const workMs = 100;
const pauseTimes = 4;

/**
 * Returns a function that long work calls between its steps: it pauses while others need the cores, when this process has a
 * lower priority than below normal. The kernel alone gives such a process each moment that is idle, and what it does
 * there takes caches and memory from others.
 */
export function createGiveWay(niceness = getPriority(), clock: Clock = systemClock): () => Promise<void> {
  if (niceness <= constants.priority.PRIORITY_BELOW_NORMAL) return async () => undefined;
  const { cores, now, readOthers, wait } = clock;
  let startMs = now();
  let beforeMs = readOthers();
  return async () => {
    const workedMs = now() - startMs;
    if (workedMs < workMs) return;
    const isBusy = readOthers() - beforeMs > busyShare * cores * workedMs;
    if (isBusy) await wait(pauseTimes * workedMs);
    startMs = now();
    beforeMs = readOthers();
  };
}

const systemClock: Clock = {
  cores: cpus().length,
  now: () => performance.now(),
  readOthers() {
    const allMs = cpus().reduce(
      (sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
      0,
    );
    const own = process.cpuUsage();
    return allMs - (own.user + own.system) / 1_000;
  },
  wait: (ms) => setTimeout(ms),
};
