import { expect, it } from 'vitest';
import { chooseTicks, dayAfterKey } from './scrubber-ticks.ts';

/** Every day of two years and a half, evenly spread. */
const days = Array.from({ length: 900 }, (_, at) => ({
  name: new Date(Date.UTC(2026, 5, 15) - at * 86_400_000).toISOString().slice(0, 10),
  at: at / 900,
}));

it('the scrubber labels the years first, then as many months as have room', () => {
  const ticks = chooseTicks(days, ({ at }) => at, 600, 24);
  const years = ticks.filter(({ isYear }) => isYear).map(({ day }) => day);
  expect(years).toEqual(['2025-12-31', '2024-12-31']);
  expect(ticks.length).toBeGreaterThan(12);
  for (const [index, { at }] of ticks.slice(1).entries()) {
    expect((at - (ticks[index]?.at ?? 0)) * 600).toBeGreaterThanOrEqual(24);
  }
  expect(chooseTicks(days, ({ at }) => at, 100, 60).map(({ isYear }) => isYear)).not.toContain(false);
  expect(chooseTicks(days.slice(0, 1), ({ at }) => at, 600, 24)).toEqual([]);
});

it('the scrubber moves by days, by months and to the ends', () => {
  const names = ['2026-03-05', '2026-03-01', '2026-02-27', '2026-02-20', '2026-01-03'].map((name) => ({
    name,
  }));
  expect(dayAfterKey(names, 1, 'ArrowDown')).toBe(2);
  expect(dayAfterKey(names, 0, 'ArrowUp')).toBe(0);
  expect(dayAfterKey(names, 0, 'PageDown')).toBe(2);
  expect(dayAfterKey(names, 4, 'PageDown')).toBe(4);
  expect(dayAfterKey(names, 4, 'PageUp')).toBe(2);
  expect(dayAfterKey(names, 3, 'PageUp')).toBe(0);
  expect(dayAfterKey(names, 2, 'End')).toBe(4);
  expect(dayAfterKey(names, 2, 'Home')).toBe(0);
  expect(dayAfterKey(names, 2, 'Tab')).toBeUndefined();
});
