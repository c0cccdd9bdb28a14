import { describe, expect, it } from 'vitest';
import { pollLateness } from './poll-lateness.ts';

const window = { untilMs: 20_000, endMs: 25_000 };
const expected = [{ requestId: 'a', dueAtMs: 10_000 }];

describe('pollLateness', () => {
  it('uses the first poll after the due time', () => {
    const seen = [2_000, 10_300, 16_000].map((atMs) => ({ requestId: 'a', atMs }));
    expect(pollLateness(expected, seen, window)).toEqual([300]);
  });

  it('counts a missing poll as late until the end', () => {
    expect(pollLateness(expected, [{ requestId: 'a', atMs: 2_000 }], window)).toEqual([15_000]);
  });

  it('counts a poll that started during the snapshot as on time', () => {
    expect(pollLateness(expected, [{ requestId: 'a', atMs: 9_500 }], window)).toEqual([0]);
  });

  it('skips generations that were never polled or are due later', () => {
    const later = [{ requestId: 'b', dueAtMs: 21_000 }];
    expect(pollLateness([...expected, ...later], [{ requestId: 'b', atMs: 2_000 }], window)).toEqual([]);
  });
});
