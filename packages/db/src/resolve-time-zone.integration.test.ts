import { afterAll, describe, expect, it } from 'vitest';
import { openTestDb } from './testing/open-test-db.ts';

const db = await openTestDb();
afterAll(() => db.drop());

/** The hour at noon in UTC of a winter's day, in what PostgreSQL is given for the zone. */
async function hourIn(zone: string): Promise<string | undefined> {
  const name = await db.resolveTimeZone(zone);
  if (name === undefined) return undefined;
  const { rows } = await db.pool.query<{ hour: string }>(
    `select to_char(timestamptz '2026-01-15 12:00Z' at time zone $1, 'HH24:MI') as hour`,
    [name],
  );
  return rows[0]?.hour;
}

describe('a time zone that a browser reports', () => {
  it.each([
    ['UTC', '12:00'],
    ['GMT', '12:00'],
    ['Etc/Unknown', '12:00'],
    ['Asia/Calcutta', '17:30'],
    ['Asia/Katmandu', '17:45'],
    ['europe/kyiv', '14:00'],
    ['America/Buenos_Aires', '09:00'],
    ['Etc/GMT+5', '07:00'],
    ['EST5EDT', '07:00'],
    ['+05:30', '17:30'],
    ['-0330', '08:30'],
    ['+14', '02:00'],
  ])('is one of PostgreSQL, with the same hour: %s', async (zone, hour) => {
    expect(await hourIn(zone)).toBe(hour);
  });

  it('is known whatever the lists of JavaScript and PostgreSQL have', async () => {
    const zones = Intl.supportedValuesOf('timeZone');
    expect(zones.length).toBeGreaterThan(400);
    for (const zone of zones) {
      const name = await db.resolveTimeZone(zone);
      expect([zone, name]).toEqual([zone, expect.any(String)]);
      await db.pool.query('select now() at time zone $1', [name]);
    }
  });

  it('is distinguished from what is none', async () => {
    for (const zone of ['', 'Mars/Base', 'Factory', 'localtime', '+25:00', "'; select 1", '../etc/passwd'])
      expect([zone, await db.resolveTimeZone(zone)]).toEqual([zone, undefined]);
  });
});
