import type { Operation } from '../load/operation-log.ts';
import type { Course } from '../soak/summarize-samples.ts';
import type { StruckFault } from '../strike-faults.ts';
import { type Life, pickUpTimes } from './record-generations.ts';

/** The outcome of one run; printed as one line of JSON. */
export type Summary = {
  seed: string;
  backend: string;
  storage: string;
  minutes: number;
  users: number;
  calls: Record<string, Record<string, number>>;
  generations: Record<string, number>;
  submissionsAtFal: number;
  faults: Record<string, number>;
  /** How long after a fault what ran moved on. */
  pickUpMs: { count: number; p50: number | null; p99: number | null };
  settledAfterMs: number;
  failedStarts: number;
  /** Courses of figures that must not grow with time, by name; only when they were measured. */
  courses: Record<string, Course>;
  violations: readonly string[];
};

export function countCalls(calls: readonly Operation[]): Summary['calls'] {
  const counts: Summary['calls'] = {};
  for (const { action, outcome, code } of calls) {
    const name = code === undefined ? outcome : `${outcome} ${code}`;
    counts[action] ??= {};
    counts[action][name] = (counts[action][name] ?? 0) + 1;
  }
  return counts;
}

export function countBy<Item>(
  items: Iterable<Item>,
  formatName: (item: Item) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[formatName(item)] = (counts[formatName(item)] ?? 0) + 1;
  return counts;
}

export function measurePickUp(lives: Iterable<Life>, faults: readonly StruckFault[]): Summary['pickUpMs'] {
  const sorted = pickUpTimes(
    lives,
    faults.map(({ endedAtMs }) => endedAtMs),
  ).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) };
}
