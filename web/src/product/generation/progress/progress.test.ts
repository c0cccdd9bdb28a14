import { expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { followCourse, roundWait, secondsLeft } from './progress.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');

function follow(key: string, seconds: number, percent: number | null = null) {
  const sample = sampleGeneration({ status: 'processing', submitted_at: '2026-01-01T00:00:00.000Z' });
  const progress = { ...sample.progress, stage: 'generating' as const, percent };
  return followCourse(key, { ...sample, progress }, startMs + seconds * 1_000);
}

it('a course is remembered under its key, and forgotten with those that were shown longest ago', () => {
  const reported = follow('shown', 10, 70).fill;
  expect(follow('shown', 10).fill).toBe(reported);
  expect(follow('other', 10).fill).toBeLessThan(reported);
  follow('long ago', 10, 70);
  for (let index = 0; index < 4_000; index += 1) {
    follow(`tile ${index}`, 50);
    follow('shown', 10, 70);
  }
  expect(follow('shown', 10).fill).toBe(reported);
  expect(follow('long ago', 10).fill).toBeLessThan(reported);
});

it('the rest of a course is that to its likely end, and nothing after it', () => {
  expect(secondsLeft(follow('rest', 25))).toBe(35);
  expect(secondsLeft(follow('rest', 61))).toBe(0);
});

it('a wait is rounded to a natural figure', () => {
  const waits = [2.4, 3, 10, 11, 41, 61, 121];
  expect(waits.map(roundWait)).toEqual([3, 3, 10, 20, 50, 120, 180]);
});
