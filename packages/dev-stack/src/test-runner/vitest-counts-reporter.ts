import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { type Counts, limitFlaky } from './counts.ts';
import { readTestSet, tagsOnlyInAll } from './test-sets.ts';

/**
 * Writes the counts of a run to the file in VITEST_COUNTS_FILE. Vitest's own JSON report omits unhandled errors and calls
 * such a run a success.
 */
export default class VitestCountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const file = process.env.VITEST_COUNTS_FILE;
    if (file) writeFileSync(file, JSON.stringify(countModules(modules, unhandledErrors)));
  }
}

function countModules(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): Counts {
  const counts: Counts = {
    passed: 0,
    failed: unhandledErrors.length,
    skipped: 0,
    flaky: 0,
    named: unhandledErrors.map(({ message }) => `failed  unhandled error: ${message.split('\n')[0]}`),
  };
  for (const module of modules) {
    const where = `${module.project.name} ${module.relativeModuleId}`;
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      const isFlaky = test.diagnostic()?.flaky === true;
      if (state === 'passed') counts.passed += 1;
      if (state === 'failed') failedHere += 1;
      if (state === 'skipped' && !isLeftOut(test)) counts.skipped += 1;
      if (isFlaky) counts.flaky += 1;
      if (isFlaky || state === 'failed')
        counts.named.push(`${isFlaky ? 'flaky ' : 'failed'}  ${where} › ${test.fullName}`);
    }
    // A file that does not load, or a hook that throws, fails without a failed test.
    if (failedHere === 0 && !module.ok()) {
      failedHere = 1;
      counts.named.push(`failed  ${where}`);
    }
    counts.failed += failedHere;
  }
  return limitFlaky(counts);
}

/** Vitest reports a test that its filter of tags leaves out as skipped. */
function isLeftOut({ tags }: TestCase): boolean {
  return readTestSet(process.env) === 'quick' && tags.some((tag) => tag in tagsOnlyInAll);
}
