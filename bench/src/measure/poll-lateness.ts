/** When a running generation is to be polled, in `Date.now()` milliseconds. */
export type ExpectedPoll = { requestId: string; dueAtMs: number };
export type SeenPoll = { requestId: string; atMs: number };

/** A poll that started just before the snapshot counts as on time. */
const toleranceMs = 1_000;

/**
 * How late each poll was, in ms, of those due until `untilMs`. A poll that never came counts as late until `endMs`.
 * Generations without any poll are skipped: their first one is scheduled differently.
 */
export function pollLateness(
  expected: readonly ExpectedPoll[],
  seen: readonly SeenPoll[],
  { untilMs, endMs }: { untilMs: number; endMs: number },
): number[] {
  const seenOf = Map.groupBy(seen, ({ requestId }) => requestId);
  return expected.flatMap(({ requestId, dueAtMs }) => {
    const polls = seenOf.get(requestId);
    if (dueAtMs > untilMs || polls === undefined) return [];
    const poll = polls.find(({ atMs }) => atMs >= dueAtMs - toleranceMs);
    return [Math.max(0, (poll?.atMs ?? endMs) - dueAtMs)];
  });
}
