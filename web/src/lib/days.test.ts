import { describe, expect, it } from 'vitest';
import { readDay, toRange } from './days.ts';

describe('a day of a search param', () => {
  it.each(['2026-02-31x', '2026-13-01', 'today', '', 20260101, undefined])('is not read from %j', (text) => {
    expect(readDay(text)).toBeUndefined();
  });

  it('is read as it is written', () => expect(readDay('2026-03-01')).toBe('2026-03-01'));
});

describe('a range of days', () => {
  it('includes the whole last day, in the time zone of the user', () => {
    const { from, to } = toRange({ from: '2026-03-01', to: '2026-03-01' });
    expect(new Date(from ?? '').toString()).toContain('Mar 01 2026 00:00:00');
    expect(new Date(to ?? '').toString()).toContain('Mar 02 2026 00:00:00');
  });

  it('may be open at either end', () => {
    expect(toRange({})).toEqual({ from: undefined, to: undefined });
  });
});
