import { expect, it } from 'vitest';
import { createTimeShare, timeLimitVariable } from './test-sets.ts';
import { limitTime } from './time-limit.ts';

const firstSet = { title: 'tests in the browser', args: [] };
const share = { title: 'share', args: [], endsInTime: true };

it('a run leaves out a share that would end after its time, by the longest of those before', () => {
  let now = 1_000;
  const limit = limitTime(100, () => now);
  now += 30;
  limit.record(firstSet, 30);
  expect(limit.hasTimeFor(share)).toBe(true);
  limit.record(share, 20);
  now += 45;
  expect(limit.hasTimeFor(share)).toBe(true);
  now += 1;
  expect(limit.hasTimeFor(share)).toBe(false);
});

it('a run measures its first share by the part before', () => {
  let now = 0;
  const limit = limitTime(100, () => now);
  limit.record(firstSet, 60);
  now = 62;
  expect(limit.hasTimeFor(share)).toBe(true);
  now = 63;
  expect(limit.hasTimeFor(share)).toBe(false);
});

it('a run begins what it must run even after its time', () => {
  let now = 0;
  const limit = limitTime(100, () => now);
  now = 200;
  expect(limit.hasTimeFor(firstSet)).toBe(true);
  expect(limit.hasTimeFor(share)).toBe(false);
});

it('random cases end in their time where the run has a limit, and are all played where it has none', () => {
  expect(createTimeShare(0, { [timeLimitVariable]: '78' })()).toBe(false);
  expect(createTimeShare(10, { [timeLimitVariable]: '78' })()).toBe(true);
  expect(createTimeShare(0, {})()).toBe(true);
});
