/** A day of a search param, YYYY-MM-DD; undefined when it is none. */
export function readDay(text: unknown): string | undefined {
  const isDay = typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : undefined;
}

/**
 * The first and the last day of a filter as instants in the user's time zone: the beginning of the first, and of the day
 * after the last.
 */
export function toRange({ from, to }: { from?: string; to?: string }): { from?: string; to?: string } {
  return { from: from && findStart(from, 0), to: to && findStart(to, 1) };
}

function findStart(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
