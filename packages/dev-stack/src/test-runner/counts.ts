/** The results of one part of `npm test`. */
export type Counts = {
  passed: number;
  failed: number;
  /** Tests that skipped themselves, for example on another platform. */
  skipped: number;
  /** Number of passed tests that failed at first. */
  flaky: number;
  /** Tests that failed, or passed only when run again: the place and the name of each. */
  named: string[];
};

/**
 * Tests of one part that may pass only when they are run again. A browser or a process on a busy machine is late now and
 * then; more of them than this is a fault of the product or of a test.
 */
const acceptedFlaky = 2;

/** The fields of the runners' reports that are used here. */
export type CheckReport = {
  name: string;
  problems: string[];
};

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Errors outside tests: a setup that threw, a file that does not load. */
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
};

type PlaywrightSuite = {
  title: string;
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
};

/** Every check counts as one test. */
export function countChecks(report: CheckReport[]): Counts {
  const broken = report.filter(({ problems }) => problems.length > 0);
  return {
    passed: report.length - broken.length,
    failed: broken.length,
    skipped: 0,
    flaky: 0,
    named: broken.map(({ name }) => `failed  check: ${name}`),
  };
}

export function countPlaywright({ stats, errors, suites }: PlaywrightReport): Counts {
  return limitFlaky({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: stats.flaky,
    named: [
      ...suites.flatMap(nameUnexpected),
      ...errors.map(({ message = 'an error outside of tests' }) => `failed  ${message.split('\n')[0]}`),
    ],
  });
}

function nameUnexpected({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status }) => `${status === 'flaky' ? 'flaky ' : 'failed'}  ${file}:${line} › ${title}`),
  );
  return [...own, ...suites.flatMap(nameUnexpected)];
}

/** Flaky tests beyond `acceptedFlaky` count as failed. */
export function limitFlaky(counts: Counts): Counts {
  const tooMany = Math.max(0, counts.flaky - acceptedFlaky);
  return {
    ...counts,
    passed: counts.passed - tooMany,
    failed: counts.failed + tooMany,
    flaky: counts.flaky - tooMany,
  };
}

/**
 * Adds a failure that the report does not show: a runner that wrote no report, ran no test, or exited with an error although
 * every test passed, has failed.
 */
export function settleCounts(title: string, reported: Counts | undefined, exitCode: number): Counts {
  const counts = reported ?? { passed: 0, failed: 0, skipped: 0, flaky: 0, named: [] };
  const isEmpty = counts.passed + counts.failed === 0;
  const isUnexplained = exitCode !== 0 && counts.failed === 0;
  if (!isEmpty && !isUnexplained) return counts;
  const reason = isEmpty ? 'ran no test' : `ended with exit code ${exitCode} although every test passed`;
  return { ...counts, failed: counts.failed + 1, named: [...counts.named, `failed  ${title}: ${reason}`] };
}

export function addCounts(all: Counts[]): Counts {
  const sumCounts = (key: 'passed' | 'failed' | 'skipped' | 'flaky') =>
    all.reduce((sum, counts) => sum + counts[key], 0);
  return {
    passed: sumCounts('passed'),
    failed: sumCounts('failed'),
    skipped: sumCounts('skipped'),
    flaky: sumCounts('flaky'),
    named: all.flatMap(({ named }) => named),
  };
}
