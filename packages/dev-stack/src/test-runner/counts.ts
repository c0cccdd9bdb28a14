/** What one part of `npm test` found. */
export type Counts = {
  passed: number;
  failed: number;
  /** Tests that chose not to run here, such as those for another platform. */
  skipped: number;
};

/** Reports as the runners write them; only what is read here. */
export type CheckReport = {
  problems: string[];
};

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  /** Errors outside any test: a setup that threw, a file that does not load. */
  errors: unknown[];
};

/** Every check counts as one test. */
export function countChecks(report: CheckReport[]): Counts {
  const passed = report.filter(({ problems }) => problems.length === 0).length;
  return { passed, failed: report.length - passed, skipped: 0 };
}

/** A test that passes only when tried again has failed once, so flaky counts as failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed, skipped: stats.skipped };
}

/**
 * Turns what a runner reported into what counts, distrusting silence: a runner without a report, without a single
 * test, or that ended badly though every test passed, has failed.
 */
export function settleCounts(reported: Counts | undefined, exitCode: number): Counts {
  if (reported === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const isEmpty = reported.passed + reported.failed === 0;
  const isUnexplained = exitCode !== 0 && reported.failed === 0;
  return { ...reported, failed: reported.failed + (isEmpty || isUnexplained ? 1 : 0) };
}

export function addCounts(all: Counts[]): Counts {
  const sumOf = (key: keyof Counts) => all.reduce((sum, counts) => sum + counts[key], 0);
  return { passed: sumOf('passed'), failed: sumOf('failed'), skipped: sumOf('skipped') };
}
