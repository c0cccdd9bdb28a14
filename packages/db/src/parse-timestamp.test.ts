import pg from 'pg';
import { expect, it } from 'vitest';
import { parseTimestamp } from './parse-timestamp.ts';

const parseByPg = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

it('the parser reads every time as pg does, in whole milliseconds', () => {
  const texts = [
    '2026-03-01 12:34:56+00',
    '1999-12-31 23:59:59.999999+00',
    '2024-02-29 00:00:00.1+00',
    '2026-03-01 12:34:56.5+05:30',
    '2026-03-01 12:34:56.123456-08',
    '2026-03-01 12:34:56-00:44:30',
    '0001-01-01 00:00:00+00',
    '0099-06-01 01:02:03.456+00',
    '0044-03-15 12:00:00+00 BC',
    '12026-03-01 12:34:56.789+00',
    'infinity',
    '-infinity',
    ...Array.from({ length: 1_000 }, (_, ms) => `2026-03-01 12:34:56.${String(ms).padStart(3, '0')}+00`),
    ...Array.from({ length: 1_000 }, (_, n) => `2026-03-01 12:34:56.${String(n * 997).padStart(6, '0')}+00`),
  ];
  for (const text of texts) expect([text, parseTimestamp(text)]).toEqual([text, parseByPg(text)]);
});
