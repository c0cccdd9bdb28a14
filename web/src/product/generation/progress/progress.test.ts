import type { PublicProgress } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { estimatePercent, roundWait, stageTimes, steadyLeft, steadyPercent } from './progress.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const running = (change: Partial<PublicProgress>) => {
  const sample = sampleGeneration({ status: 'processing' });
  return { ...sample, progress: { ...sample.progress, ...change } };
};

describe('estimatePercent and steadyPercent', () => {
  it('rises as the generation moves up the queue', () => {
    const at = (queue_position: number | null) =>
      estimatePercent(running({ stage: 'queued', queue_position }), startMs);
    expect(at(0)).toBeGreaterThan(at(3));
    expect(at(3)).toBeGreaterThan(at(null));
  });

  it("follows the provider's own percentage while generating", () => {
    const at = (percent: number) => estimatePercent(running({ stage: 'generating', percent }), startMs);
    expect(at(0)).toBe(15);
    expect(at(50)).toBe(55);
    expect(at(99)).toBeLessThan(97);
  });

  it('follows the expected time when the provider reports no percentage, and never reaches 100 that way', () => {
    const at = (seconds: number) =>
      estimatePercent(running({ stage: 'generating', expected_seconds: 60 }), startMs + seconds * 1000);
    expect(at(0)).toBe(15);
    expect(at(30)).toBeGreaterThan(at(10));
    expect(at(86_400)).toBeLessThanOrEqual(95);
  });

  it('falls back to 1 % every three seconds, up to 99', () => {
    const at = (seconds: number) =>
      estimatePercent(running({ stage: 'generating', expected_seconds: 0 }), startMs + seconds * 1000);
    expect(at(30)).toBe(10);
    expect(at(3_000)).toBe(99);
  });

  it('reports 100 only once the generation has ended', () => {
    expect(estimatePercent(running({ stage: 'saving' }), startMs)).toBe(97);
    expect(estimatePercent(sampleGeneration({ status: 'completed' }), startMs)).toBe(100);
  });

  it('never goes back', () => {
    expect(steadyPercent('card', 40)).toBe(40);
    expect(steadyPercent('card', 12)).toBe(40);
    expect(steadyPercent('other', 12)).toBe(12);
  });

  it('remembers what is shown, and forgets what was shown longest ago', () => {
    steadyPercent('long ago', 40);
    for (let index = 0; index < 4_000; index += 1) {
      steadyPercent(`tile ${index}`, 50);
      steadyPercent('shown', 40);
    }
    expect(steadyPercent('shown', 12)).toBe(40);
    expect(steadyPercent('long ago', 12)).toBe(12);
  });
});

describe('steadyLeft', () => {
  it('grows shorter as it goes, and never longer', () => {
    expect(steadyLeft('a', 40, 1_000)).toBe(40);
    expect(steadyLeft('a', 50, 11_000)).toBe(30);
    expect(steadyLeft('a', 12, 12_000)).toBe(12);
    expect(steadyLeft('a', 30, 30_000)).toBeUndefined();
    expect(steadyLeft('b', undefined, 30_000)).toBeUndefined();
    expect(steadyLeft('b', 5, 31_000)).toBe(5);
  });
});

describe('stageTimes', () => {
  it('counts from the start of the stage and down to the expected end', () => {
    const generation = sampleGeneration({ submitted_at: '2026-01-01T00:00:00.000Z' });
    expect(stageTimes(generation, startMs + 25_000)).toEqual({
      elapsedSeconds: 25,
      leftSeconds: 35,
      mostLeftSeconds: undefined,
      isLate: false,
    });
  });

  it("counts down by the provider's own percentage once that says enough", () => {
    const leftAt = (percent: number, seconds: number) =>
      stageTimes(running({ stage: 'generating', percent }), startMs + seconds * 1000).leftSeconds;
    expect([leftAt(5, 5), leftAt(80, 8), leftAt(50, 90), leftAt(100, 9)]).toEqual([55, 2, 90, undefined]);
  });

  it('gives no remaining time once the expected time is over', () => {
    expect(stageTimes(sampleGeneration(), startMs + 61_000).leftSeconds).toBeUndefined();
  });

  it('is late only when it takes noticeably longer than expected', () => {
    const isLateAfter = (expected_seconds: number, seconds: number) =>
      stageTimes(running({ stage: 'generating', expected_seconds }), startMs + seconds * 1000).isLate;
    expect([isLateAfter(60, 70), isLateAfter(60, 76)]).toEqual([false, true]);
    // After many generations that took next to no time, the first second is not late.
    expect([isLateAfter(0.1, 1), isLateAfter(0.1, 4)]).toEqual([false, true]);
  });

  it('says what is left at most, and is late only after that, where it is known', () => {
    const at = (seconds: number) =>
      stageTimes(
        running({ stage: 'generating', expected_seconds: 60, expected_most_seconds: 100 }),
        startMs + seconds * 1000,
      );
    expect(at(70)).toMatchObject({ leftSeconds: undefined, mostLeftSeconds: 30, isLate: false });
    expect(at(101)).toMatchObject({ mostLeftSeconds: undefined, isLate: true });
  });

  it('is never negative when the clocks differ', () => {
    expect(stageTimes(sampleGeneration(), startMs - 5_000).elapsedSeconds).toBe(0);
  });

  it('rounds a wait to a natural figure', () => {
    const waits = [2.4, 3, 10, 11, 41, 61, 121];
    expect(waits.map(roundWait)).toEqual([3, 3, 10, 20, 50, 120, 180]);
  });
});
