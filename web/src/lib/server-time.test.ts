import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-time.ts';

const startMs = Date.UTC(2026, 5, 1, 12);
const toDate = (ms: number) => new Date(ms).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date', 'performance'] });
});
afterEach(() => {
  noteServerTime(toDate(Date.now()), performance.now());
  vi.useRealTimers();
});

describe('the time of the server', () => {
  it.each([30_000, 120_000, -3_600_000, 26 * 3_600_000])(
    'is known on a device that is ahead by %d ms',
    (aheadMs) => {
      vi.setSystemTime(startMs + aheadMs);
      noteServerTime(toDate(startMs), performance.now());
      expect(Math.abs(serverNow() - startMs)).toBeLessThan(1_000);
      vi.advanceTimersByTime(60_000);
      expect(Math.abs(serverNow() - startMs - 60_000)).toBeLessThan(1_000);
    },
  );

  it('is that of the device while they agree, however long a reply took', () => {
    const sentAtMs = performance.now();
    vi.advanceTimersByTime(9_000);
    noteServerTime(toDate(startMs), sentAtMs);
    expect(serverNow()).toBe(Date.now());
  });

  it('is corrected by a later reply, and is the own one again once the clock has been set right', () => {
    vi.setSystemTime(startMs + 120_000);
    noteServerTime(toDate(startMs), performance.now());
    vi.setSystemTime(startMs);
    expect(serverNow()).toBeGreaterThanOrEqual(startMs);
    noteServerTime(toDate(startMs), performance.now());
    expect(serverNow()).toBe(startMs);
  });

  it('goes on while the device sleeps, and ignores replies without a date or after a minute', () => {
    vi.setSystemTime(startMs + 120_000);
    noteServerTime(toDate(startMs), performance.now());
    vi.setSystemTime(startMs + 120_000 + 3_600_000);
    expect(Math.abs(serverNow() - startMs - 3_600_000)).toBeLessThan(1_000);
    noteServerTime(null, performance.now());
    const sentAtMs = performance.now();
    vi.advanceTimersByTime(60_000);
    noteServerTime(toDate(startMs), sentAtMs);
    expect(Math.abs(serverNow() - startMs - 3_660_000)).toBeLessThan(1_000);
  });
});
