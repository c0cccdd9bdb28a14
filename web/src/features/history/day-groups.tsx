export type DayGroup<Item> = { key: string; day: Date; name: 'today' | 'yesterday' | 'date'; items: Item[] };

/** Groups what is already sorted by time into the days of the user's own time zone, in the same order. */
export function groupByDay<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => string,
  now: Date,
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = [];
  for (const item of items) {
    const day = startOfDay(new Date(timeOf(item)));
    const key = keyOf(day);
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, day, name: nameOf(day, now), items: [item] });
  }
  return groups;
}

function nameOf(day: Date, now: Date): DayGroup<never>['name'] {
  const today = startOfDay(now);
  if (keyOf(day) === keyOf(today)) return 'today';
  // Not "minus 24 hours": a day has 23 or 25 of them when the clocks change.
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  return keyOf(day) === keyOf(yesterday) ? 'yesterday' : 'date';
}

/** A day as a heading in the user's language; the year only when it is another one. */
export function formatDay(day: Date, now: Date, language: string): string {
  const year = day.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year }).format(
    day,
  );
}

function startOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate());
}

function keyOf(day: Date): string {
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
}
