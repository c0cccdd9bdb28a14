import { useTranslation } from 'react-i18next';
import { serverNow } from '#lib/server-time.ts';

export function DayHeading({ id, name }: { id: string; name: string }) {
  return (
    <h2 id={id} className="px-3 pt-6 pb-2 text-sm font-medium text-ink-soft">
      {name}
    </h2>
  );
}

/** The name of a group's day: today, yesterday, or its date. */
export function useDayNames(): (group: DayGroup<unknown>, isShort?: boolean) => string {
  const { t, i18n } = useTranslation('history');
  const now = new Date(serverNow());
  return ({ name, day }, isShort) =>
    name === 'date' ? formatDay(day, now, i18n.language, isShort) : t(`groups.${name}`);
}

export type DayGroup<Item> = { key: string; day: Date; name: 'today' | 'yesterday' | 'date'; items: Item[] };

/** Groups items that are sorted by time into days of the user's own time zone, in the same order. */
export function groupByDay<Item>(
  items: readonly Item[],
  readTime: (item: Item) => string,
  now: Date,
): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = [];
  for (const item of items) {
    const day = startOfDay(new Date(readTime(item)));
    const key = formatKey(day);
    const last = groups.at(-1);
    if (last?.key === key) last.items.push(item);
    else groups.push({ key, day, name: formatName(day, now), items: [item] });
  }
  return groups;
}

/** A day of the server, YYYY-MM-DD, as a group without items. */
export function toDayGroup(day: string, now: Date): DayGroup<never> {
  const date = toDate(day);
  return { key: day, day: date, name: formatName(date, now), items: [] };
}

/** The beginning of a day, YYYY-MM-DD, in the time zone of the browser. */
export function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

function formatName(day: Date, now: Date): DayGroup<never>['name'] {
  const today = startOfDay(now);
  if (formatKey(day) === formatKey(today)) return 'today';
  // Not "minus 24 hours": a day has 23 or 25 of them when the clocks change.
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  return formatKey(day) === formatKey(yesterday) ? 'yesterday' : 'date';
}

/** A day as a heading in the user's language, with the year only when it is not the current one. */
export function formatDay(day: Date, now: Date, language: string, isShort = false): string {
  const hasYear = day.getFullYear() !== now.getFullYear();
  return dayFormat(language, hasYear, isShort).format(day);
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it for every day in a window. */
function dayFormat(language: string, hasYear: boolean, isShort: boolean): Intl.DateTimeFormat {
  const key = `${language} ${hasYear} ${isShort}`;
  const names = isShort ? 'short' : 'long';
  const format =
    dayFormats.get(key) ??
    new Intl.DateTimeFormat(language, {
      weekday: names,
      day: 'numeric',
      month: names,
      year: hasYear ? 'numeric' : undefined,
    });
  dayFormats.set(key, format);
  return format;
}

function startOfDay(time: Date): Date {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate());
}

function formatKey(day: Date): string {
  return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
}
