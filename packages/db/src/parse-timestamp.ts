import pg from 'pg';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/**
 * A `timestamptz` as PostgreSQL writes it, such as `2026-03-01 12:34:56.789+00`. A page of a list has hundreds of them, and
 * the parser of pg takes more than twice as long; it has the other time zones, years and infinity.
 */
export function parseTimestamp(text: string): Date | number | null {
  if (!isUsual.test(text)) return parseAny(text);
  const { length } = text;
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * zero;
  // Missing digits of a fraction are zero.
  const digit = (at: number) => (at < length - 3 ? text.charCodeAt(at) - zero : 0);
  const milliseconds = digit(20) * 100 + digit(21) * 10 + digit(22);
  const year = two(0) * 100 + two(2);
  return new Date(Date.UTC(year, two(5) - 1, two(8), two(11), two(14), two(17), milliseconds));
}

// Date.UTC takes years below 100 for others.
const isUsual = /^(?!00)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;
const zero = '0'.charCodeAt(0);
