import type { Part } from './run-part.ts';

/** Time that a share may need beyond that of the longest one before. */
const reserve = 1.25;

/** Decides by the times of earlier parts which further shares still end within the time of a run. */
export function limitTime(limitMs: number, now: () => number = () => performance.now()) {
  const startedAt = now();
  let shareMs = 0;
  return {
    /** Whether a part may begin. Those that do not have to end in time always may. */
    hasTimeFor: ({ endsInTime }: Part): boolean =>
      !endsInTime || now() - startedAt + shareMs * reserve <= limitMs,
    /** Takes the time of a part as a measure for the next. The part before the first share is two to three shares long. */
    record({ endsInTime }: Part, durationMs: number): void {
      shareMs = endsInTime ? Math.max(shareMs, durationMs) : durationMs / 2;
    },
  };
}
