import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { Counts } from './counts.ts';

/**
 * Writes the counts of a run to the file in VITEST_COUNTS_FILE. Vitest's own JSON report omits unhandled errors and calls
 * such a run a success.
 */
export default class VitestCountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.VITEST_COUNTS_FILE;
    if (file) writeFileSync(file, JSON.stringify(countModules(modules, unhandledErrors.length)));
  }
}

function countModules(modules: readonly TestModule[], unhandledErrorCount: number): Counts {
  const counts: Counts = { passed: 0, failed: unhandledErrorCount, skipped: 0, flaky: 0 };
  for (const module of modules) {
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      if (test.result().state === 'passed') counts.passed += 1;
      if (test.result().state === 'failed') failedHere += 1;
      if (test.result().state === 'skipped') counts.skipped += 1;
    }
    // A file that does not load, or a hook that throws, fails without a failed test.
    counts.failed += failedHere === 0 && !module.ok() ? 1 : failedHere;
  }
  return counts;
}
