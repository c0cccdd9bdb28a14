import { describe, expect, it } from 'vitest';
import { addCounts, countChecks, countPlaywright, settleCounts } from './counts.ts';

const none = { passed: 0, failed: 0, skipped: 0, flaky: 0, named: [] };

describe('counting', () => {
  it('counts each check as one test, and names those that found something', () => {
    const report = [
      { name: 'types', problems: [] },
      { name: 'words', problems: ['one', 'two'] },
      { name: 'lockfile', problems: [] },
    ];
    expect(countChecks(report)).toEqual({ ...none, passed: 2, failed: 1, named: ['failed  check: words'] });
  });

  it('counts browser tests that failed and errors outside tests as failed, and names them', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 0, skipped: 4 };
    const spec = (title: string, status: string) => ({
      title,
      file: 'a.spec.ts',
      line: 7,
      tests: [{ status }],
    });
    const inner = { title: 'in en', specs: [spec('pays', 'unexpected')] };
    const suites = [{ title: 'a.spec.ts', specs: [spec('works', 'expected')], suites: [inner] }];
    expect(countPlaywright({ stats, errors: [{ message: 'no stack\nat x' }], suites })).toEqual({
      ...none,
      passed: 5,
      failed: 2,
      skipped: 4,
      named: ['failed  a.spec.ts:7 › pays', 'failed  no stack'],
    });
  });

  it('accepts two tests that passed only when run again, and counts more as failed', () => {
    const countFlaky = (flaky: number) =>
      countPlaywright({ stats: { expected: 5, unexpected: 0, flaky, skipped: 0 }, errors: [], suites: [] });
    expect(countFlaky(2)).toEqual({ ...none, passed: 7, flaky: 2 });
    expect(countFlaky(3)).toEqual({ ...none, passed: 7, failed: 1, flaky: 2 });
  });

  it('adds up the parts', () => {
    expect(
      addCounts([
        { ...none, passed: 2, failed: 1, named: ['a'] },
        { ...none, passed: 3, skipped: 4, named: ['b'] },
      ]),
    ).toEqual({ passed: 5, failed: 1, skipped: 4, flaky: 0, named: ['a', 'b'] });
  });
});

describe('settleCounts', () => {
  it('keeps the counts of a run that explains its exit code', () => {
    expect(settleCounts('part', { ...none, passed: 3 }, 0)).toEqual({ ...none, passed: 3 });
    expect(settleCounts('part', { ...none, passed: 3, failed: 2 }, 1)).toEqual({
      ...none,
      passed: 3,
      failed: 2,
    });
  });

  it('adds a failure for a runner without a report, without tests, or with an unexplained exit code', () => {
    const empty = { ...none, failed: 1, named: ['failed  part: ran no test'] };
    expect(settleCounts('part', undefined, 0)).toEqual(empty);
    expect(settleCounts('part', none, 0)).toEqual(empty);
    expect(settleCounts('part', { ...none, passed: 3 }, 1)).toEqual({
      ...none,
      passed: 3,
      failed: 1,
      named: ['failed  part: ended with exit code 1 although every test passed'],
    });
  });
});
