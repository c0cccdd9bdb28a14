import { describe, expect, it } from 'vitest';
import { niceMaximum } from './nice-maximum.ts';

describe('niceMaximum', () => {
  it.each([
    [0, 10],
    [7, 10],
    [300, 400],
    [1_000, 1_000],
    [1_001, 2_000],
    [4_100, 6_000],
    [9_000, 10_000],
    [22_770, 40_000],
  ])('ends a scale for %i at %i', (value, expected) => {
    expect(niceMaximum(value)).toBe(expected);
  });

  it('is never below the value, and no more than twice as large', () => {
    for (let value = 10; value < 100_000; value += 37) {
      expect(niceMaximum(value)).toBeGreaterThanOrEqual(value);
      expect(niceMaximum(value)).toBeLessThanOrEqual(value * 2);
    }
  });
});
