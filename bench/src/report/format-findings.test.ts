import { describe, expect, it } from 'vitest';
import { formatFindings } from './format-findings.ts';

describe('formatFindings', () => {
  it('shows figure, baseline, ratio and verdict', () => {
    const table = formatFindings(
      [
        {
          what: 'submissions',
          measured: { value: 1_000, unit: '/s' },
          reference: { what: 'baseline', value: 4_000, unit: '/s' },
          target: 'at least 1/6',
          isMet: true,
        },
      ],
      ['a note'],
    );
    const [, line, note] = table.split('\n');
    expect(line).toBe('met  submissions  1,000/s   baseline 4,000/s  1/4.0  at least 1/6');
    expect(note).toBe('  a note');
  });

  it('marks a missed target, and shows no verdict without a target', () => {
    const table = formatFindings(
      [
        { what: 'p99', measured: { value: 120.4, unit: 'ms' }, target: 'under 100 ms', isMet: false },
        { what: 'p50', measured: { value: 0.456, unit: 'ms' } },
      ],
      [],
    );
    expect(table).toMatch(/^MISSED {2}p99 +120 ms/m);
    expect(table).toMatch(/^ +p50 +0\.46 ms$/m);
  });

  it('shows no ratio for a figure of 0', () => {
    const reference = { what: 'polling', value: 4, unit: 'ms' as const };
    const table = formatFindings([{ what: 'CPU', measured: { value: 0, unit: 'ms' }, reference }], []);
    expect(table).toMatch(/^ +CPU +0 ms +polling 4 ms$/m);
  });
});
