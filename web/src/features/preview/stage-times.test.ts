import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { roundWait, stageTimes } from './stage-times.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');

describe('the times of a stage', () => {
  it('counts from the start of the stage and down to the expected end', () => {
    const generation = sampleGeneration({ submitted_at: '2026-01-01T00:00:00.000Z' });
    expect(stageTimes(generation, startMs + 25_000)).toEqual({ elapsedSeconds: 25, leftSeconds: 35 });
  });

  it('promises nothing once the expected time is over', () => {
    expect(stageTimes(sampleGeneration(), startMs + 61_000).leftSeconds).toBeUndefined();
  });

  it('shows no negative time when the clocks differ', () => {
    expect(stageTimes(sampleGeneration(), startMs - 5_000).elapsedSeconds).toBe(0);
  });

  it('rounds a wait as one would say it', () => {
    expect([roundWait(3), roundWait(41), roundWait(61), roundWait(121)]).toEqual([10, 50, 120, 180]);
  });
});
