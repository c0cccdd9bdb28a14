import { describe, expect, it } from 'vitest';
import { formatDay, groupByDay } from './day-groups.tsx';

const now = new Date(2026, 10, 21, 9, 30);
const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();

describe('groupByDay', () => {
  it('makes one group per local day and keeps the order', () => {
    const times = [at(2026, 10, 21, 8), at(2026, 10, 21, 0), at(2026, 10, 20, 23), at(2026, 9, 3, 12)];
    const groups = groupByDay(times, (time) => time, now);
    expect(groups.map((group) => [group.key, group.name, group.items.length])).toEqual([
      ['2026-11-21', 'today', 2],
      ['2026-11-20', 'yesterday', 1],
      ['2026-10-3', 'date', 1],
    ]);
  });

  it('recognizes yesterday across a month and a year', () => {
    const newYear = new Date(2027, 0, 1, 0, 5);
    expect(groupByDay([at(2026, 11, 31, 22)], (time) => time, newYear)[0]?.name).toBe('yesterday');
  });

  it('returns no groups for no items', () => {
    expect(groupByDay([], String, now)).toEqual([]);
  });
});

describe('formatDay', () => {
  it('adds the year only when it is not the current one', () => {
    expect(formatDay(new Date(2026, 9, 3), now, 'en')).toBe('Saturday, October 3');
    expect(formatDay(new Date(2025, 9, 3), now, 'en')).toBe('Friday, October 3, 2025');
    expect(formatDay(new Date(2026, 9, 3), now, 'zh-CN')).toBe('10月3日星期六');
  });
});
