import { describe, expect, it } from 'vitest';
import { rateFor } from './step-clock.ts';

describe('the speed of the video that follows', () => {
  it('stays as it is while nothing is to be seen', () => {
    expect(rateFor(0)).toBe(1);
    expect(rateFor(0.003)).toBe(1);
  });

  it('is lower ahead, higher behind, and never far from its own', () => {
    expect(rateFor(0.02)).toBeCloseTo(0.94);
    expect(rateFor(-0.02)).toBeCloseTo(1.06);
    expect(rateFor(0.2)).toBeCloseTo(0.88);
    expect(rateFor(-0.2)).toBeCloseTo(1.12);
  });

  it('takes a drift of a frame away within a second', () => {
    let drift = 1 / 16;
    for (let passed = 0; passed < 60; passed += 1) drift += (rateFor(drift) - 1) / 60;
    expect(Math.abs(drift)).toBeLessThan(0.006);
  });
});
