import { describe, expect, it } from 'vitest';
import { lookLateness } from './look-lateness.ts';

const window = { untilMs: 20_000, endMs: 25_000 };
const expected = [{ requestId: 'a', dueAtMs: 10_000 }];

describe('lookLateness', () => {
  it('takes the first look after the due time', () => {
    const seen = [2_000, 10_300, 16_000].map((atMs) => ({ requestId: 'a', atMs }));
    expect(lookLateness(expected, seen, window)).toEqual([300]);
  });

  it('counts a look that never came as late until the end', () => {
    expect(lookLateness(expected, [{ requestId: 'a', atMs: 2_000 }], window)).toEqual([15_000]);
  });

  it('does not call a look late that began as the snapshot was taken', () => {
    expect(lookLateness(expected, [{ requestId: 'a', atMs: 9_500 }], window)).toEqual([0]);
  });

  it('leaves out what was never looked at and what is due later', () => {
    const later = [{ requestId: 'b', dueAtMs: 21_000 }];
    expect(lookLateness([...expected, ...later], [{ requestId: 'b', atMs: 2_000 }], window)).toEqual([]);
  });
});
