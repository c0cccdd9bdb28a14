/** A label beside the scrubber: a month, or the year where it changes. `at` is from 0, the newest, to 1. */
export type Tick = { day: string; at: number; isYear: boolean };

/** The beginnings of months, as many as have room; a year goes before its months. `toAt` is asked for these days only. */
export function chooseTicks<Day extends { name: string }>(
  days: readonly Day[],
  toAt: (day: Day) => number,
  heightPx: number,
  minPx: number,
): Tick[] {
  const months = days.flatMap((day, index): Tick[] => {
    const { name } = day;
    const before = days[index - 1]?.name;
    if (before === undefined || before.slice(0, 7) === name.slice(0, 7)) return [];
    return [{ day: name, at: toAt(day), isYear: before.slice(0, 4) !== name.slice(0, 4) }];
  });
  const ticks: Tick[] = [];
  for (const tick of [...months].sort((a, b) => Number(b.isYear) - Number(a.isYear) || a.at - b.at)) {
    const isFree = ticks.every((other) => Math.abs(other.at - tick.at) * heightPx >= minPx);
    if (isFree && tick.at * heightPx >= minPx && (1 - tick.at) * heightPx >= minPx) ticks.push(tick);
  }
  return ticks.sort((a, b) => a.at - b.at);
}

/** The day that a key leads to from another: by days, by months, or to the ends. Undefined for any other key. */
export function dayAfterKey(
  days: readonly { name: string }[],
  from: number,
  key: string,
): number | undefined {
  const last = days.length - 1;
  const readMonth = (index: number) => days[index]?.name.slice(0, 7) ?? '';
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowDown') return Math.min(last, from + 1);
  if (key === 'ArrowUp') return Math.max(0, from - 1);
  if (key === 'PageDown') {
    const next = days.findIndex((_, index) => index > from && readMonth(index) !== readMonth(from));
    return next === -1 ? last : next;
  }
  if (key !== 'PageUp') return undefined;
  // Up to the newest day of the month after this one.
  const later = days.findLastIndex((_, index) => index < from && readMonth(index) !== readMonth(from));
  return later === -1 ? 0 : days.findIndex((_, index) => readMonth(index) === readMonth(later));
}
