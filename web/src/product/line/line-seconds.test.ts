import { expect, it } from 'vitest';
import { lineSeconds } from './line-seconds.ts';

const waiting = (...seconds: number[]) => seconds.map((expected_seconds) => ({ expected_seconds }));

it('waiting generations get the slots in the order in which they become free', () => {
  const all = (items: ReturnType<typeof waiting>, places: number, ...runningLeft: number[]) =>
    lineSeconds(items, { places, runningLeft });
  expect(all(waiting(60, 60, 60), 2)).toBe(120);
  expect(all(waiting(60), 2, 30, 50)).toBe(90);
  expect(all(waiting(10, 10), 2, 30, 500)).toBe(500);
  expect(all(waiting(100, 10, 10), 2)).toBe(100);
  expect(all(waiting(5), 0)).toBe(5);
});
