/**
 * When the last of a line ends, in seconds from now, if each takes as long as it is expected to: the first one that waits
 * takes the place that is free first. `runningLeft` is what those that run have left.
 */
export function lineSeconds(
  items: readonly { expected_seconds: number }[],
  { places, runningLeft }: { places: number; runningLeft: readonly number[] },
): number {
  const free = Array.from({ length: Math.max(1, places) }, (_, place) => runningLeft[place] ?? 0);
  for (const { expected_seconds: seconds } of items) {
    const soonest = Math.min(...free);
    free[free.indexOf(soonest)] = soonest + seconds;
  }
  return Math.max(...free);
}
