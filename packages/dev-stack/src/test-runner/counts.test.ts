import { describe, expect, it } from 'vitest';
import { addCounts, countChecks, countPlaywright, settleCounts } from './counts.ts';

describe('counting', () => {
  it('counts each check as one test', () => {
    const report = [{ problems: [] }, { problems: ['one', 'two'] }, { problems: [] }];
    expect(countChecks(report)).toEqual({ passed: 2, failed: 1, skipped: 0, flaky: 0 });
  });

  it('counts browser tests that failed and errors outside tests as failed', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 0, skipped: 4 };
    expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 2, skipped: 4, flaky: 0 });
  });

  it('accepts two browser tests that passed only when run again, and counts more as failed', () => {
    const flakyOf = (flaky: number) =>
      countPlaywright({ stats: { expected: 5, unexpected: 0, flaky, skipped: 0 }, errors: [] });
    expect(flakyOf(2)).toEqual({ passed: 7, failed: 0, skipped: 0, flaky: 2 });
    expect(flakyOf(3)).toEqual({ passed: 7, failed: 1, skipped: 0, flaky: 2 });
  });

  it('adds up the parts', () => {
    expect(
      addCounts([
        { passed: 2, failed: 1, skipped: 0, flaky: 0 },
        { passed: 3, failed: 0, skipped: 4, flaky: 0 },
      ]),
    ).toEqual({ passed: 5, failed: 1, skipped: 4, flaky: 0 });
  });
});

describe('settleCounts', () => {
  it('keeps the counts of a successful run', () => {
    expect(settleCounts({ passed: 3, failed: 0, skipped: 0, flaky: 0 }, 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 0,
      flaky: 0,
    });
    expect(settleCounts({ passed: 3, failed: 2, skipped: 0, flaky: 0 }, 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
      flaky: 0,
    });
  });

  it('adds a failure for a runner without a report, without tests, or with an unexplained exit code', () => {
    expect(settleCounts(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0, flaky: 0 });
    expect(settleCounts({ passed: 0, failed: 0, skipped: 0, flaky: 0 }, 0)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      flaky: 0,
    });
    expect(settleCounts({ passed: 3, failed: 0, skipped: 0, flaky: 0 }, 1)).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
      flaky: 0,
    });
  });
});
