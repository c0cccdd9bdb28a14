/** A running generation as the database sees it; times are `Date.now()` milliseconds. */
export type ExpectedLook = { requestId: string; dueAtMs: number };
export type SeenLook = { requestId: string; atMs: number };

/** A look that began just before the snapshot is not late; it is the one before. */
const toleranceMs = 1_000;

/**
 * By how much each look came after its time, in ms, of those that were due until `untilMs`. One that never came
 * counts as late until `endMs`. Generations that had no look yet are left out: their first is planned elsewhere.
 */
export function lookLateness(
  expected: readonly ExpectedLook[],
  seen: readonly SeenLook[],
  { untilMs, endMs }: { untilMs: number; endMs: number },
): number[] {
  const seenOf = Map.groupBy(seen, ({ requestId }) => requestId);
  return expected.flatMap(({ requestId, dueAtMs }) => {
    const looks = seenOf.get(requestId);
    if (dueAtMs > untilMs || looks === undefined) return [];
    const look = looks.find(({ atMs }) => atMs >= dueAtMs - toleranceMs);
    return [Math.max(0, (look?.atMs ?? endMs) - dueAtMs)];
  });
}
