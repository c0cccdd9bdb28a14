/** The results of one part of `npm test`. */
export type Counts = {
  passed: number;
  failed: number;
  /** Tests that skipped themselves, for example on another platform. */
  skipped: number;
  /** Of those passed, the ones that failed at first. */
  flaky: number;
};

/**
 * Browser tests of one run that may pass only when they are run again. A browser on a busy machine is late now and then; more
 * of them than this is a fault of the product or of a test.
 */
const acceptedFlaky = 2;

/** The fields of the runners' reports that are used here. */
export type CheckReport = {
  problems: string[];
};

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Errors outside tests: a setup that threw, a file that does not load. */
  errors: unknown[];
};

/** Every check counts as one test. */
export function countChecks(report: CheckReport[]): Counts {
  const passed = report.filter(({ problems }) => problems.length === 0).length;
  return { passed, failed: report.length - passed, skipped: 0, flaky: 0 };
}

/** Flaky tests beyond `acceptedFlaky` count as failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  const flaky = Math.min(stats.flaky, acceptedFlaky);
  const failed = stats.unexpected + (stats.flaky - flaky) + errors.length;
  return { passed: stats.expected + flaky, failed, skipped: stats.skipped, flaky };
}

/**
 * Adds a failure that the report does not show: a runner that wrote no report, ran no test, or exited with an error although
 * every test passed, has failed.
 */
export function settleCounts(reported: Counts | undefined, exitCode: number): Counts {
  if (reported === undefined) return { passed: 0, failed: 1, skipped: 0, flaky: 0 };
  const isEmpty = reported.passed + reported.failed === 0;
  const isUnexplained = exitCode !== 0 && reported.failed === 0;
  return { ...reported, failed: reported.failed + (isEmpty || isUnexplained ? 1 : 0) };
}

export function addCounts(all: Counts[]): Counts {
  const sumOf = (key: keyof Counts) => all.reduce((sum, counts) => sum + counts[key], 0);
  return {
    passed: sumOf('passed'),
    failed: sumOf('failed'),
    skipped: sumOf('skipped'),
    flaky: sumOf('flaky'),
  };
}
