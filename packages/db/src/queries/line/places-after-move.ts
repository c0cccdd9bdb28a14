/** Distance of two places of a line that were given one after the other. */
export const placeStep = 65_536;

type Placed = { id: string; place: number };

/**
 * The new places of a line's members after `moved` have gone before another one, or to the end with null; they keep their
 * order. `line` is in order; `tail` is the highest place that was ever given. Only the moved ones get new places, unless
 * there is no room between two: then all do.
 */
export function placesAfterMove(
  line: readonly Placed[],
  { moved, before, tail }: { moved: ReadonlySet<string>; before: string | null; tail: number },
): Map<string, number> {
  const own = line.filter(({ id }) => moved.has(id));
  const from = before === null ? line.length : line.findIndex(({ id }) => id === before);
  // One of those that move may be named itself: then it is the next one that stays.
  const next = line.slice(from).find(({ id }) => !moved.has(id));
  const rest = line.filter(({ id }) => !moved.has(id));
  const index = next ? rest.indexOf(next) : rest.length;
  const previous = rest[index - 1];
  const place = (locate: (index: number) => number) =>
    new Map(own.map(({ id }, position) => [id, locate(position + 1)]));
  if (!next) return place((position) => tail + position * placeStep);
  if (!previous) return place((position) => next.place - (own.length + 1 - position) * placeStep);
  const gap = next.place - previous.place;
  if (gap > own.length)
    return place((position) => previous.place + Math.floor((gap * position) / (own.length + 1)));
  const order = [...rest.slice(0, index), ...own, ...rest.slice(index)];
  return new Map(order.map(({ id }, position) => [id, (position + 1) * placeStep]));
}
