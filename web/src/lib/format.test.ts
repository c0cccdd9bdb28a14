import { describe, expect, it } from 'vitest';
import { formatBytes, formatClock, formatCredits, formatRelativeTime, formatSeconds } from '#lib/format.ts';

describe('formatting', () => {
  it('shows file sizes in the largest unit that fits', () => {
    expect(formatBytes(0, 'en')).toBe('0 B');
    expect(formatBytes(999, 'en')).toBe('999 B');
    expect(formatBytes(1_842_210, 'en')).toBe('1.8 MB');
    expect(formatBytes(52_428_800, 'zh-CN')).toBe('52 MB');
  });

  it('shows a running time as a clock', () => {
    expect([formatClock(-3), formatClock(48.9), formatClock(70), formatClock(3723)]).toEqual([
      '0:00',
      '0:48',
      '1:10',
      '1:02:03',
    ]);
  });

  it('groups the digits of credits', () => {
    expect(formatCredits(1240, 'en')).toBe('1,240');
    expect(formatCredits(20_000, 'zh-CN')).toBe('20,000');
  });

  it('writes a duration in the language', () => {
    expect(formatSeconds(5.04, 'en')).toBe('5 sec');
    expect(formatSeconds(90, 'en')).toBe('1 min 30 sec');
    expect(formatSeconds(120, 'zh-CN')).toBe('2分钟');
  });

  it('writes how long ago a time was', () => {
    const nowMs = Date.parse('2026-03-02T12:00:00Z');
    expect(formatRelativeTime(nowMs - 20_000, nowMs, 'en')).toBe('now');
    expect(formatRelativeTime(nowMs - 3 * 60_000, nowMs, 'en')).toBe('3 minutes ago');
    expect(formatRelativeTime(nowMs - 26 * 3_600_000, nowMs, 'en')).toBe('yesterday');
    expect(formatRelativeTime(nowMs - 26 * 3_600_000, nowMs, 'zh-CN')).toBe('昨天');
  });
});
