import { join } from 'node:path';
import { findBrowserReach, listChangedFiles } from './browser-reach.ts';
import { type Counts, countChecks, countPlaywright } from './counts.ts';
import type { TestRun } from './read-test-run.ts';
import type { Part } from './run-part.ts';
import { testSetVariable, titlesOnlyInAll, vitestFilter } from './test-sets.ts';

/** The parts of a run, which write their reports into a folder. A part that a change does not reach is left out. */
export function listParts(root: string, { set, changedSince }: TestRun, reports: string): Part[] {
  const vitestCounts = join(reports, 'vitest.json');
  const browserReport = join(reports, 'playwright.json');
  const reach = changedSince === undefined ? 'every' : findBrowserReach(listChangedFiles(root, changedSince));
  const checks: Part = {
    title: 'checks',
    args: ['checks/run-checks.ts', '--report', join(reports, 'checks.json')],
    report: { file: join(reports, 'checks.json'), count: countChecks },
  };
  const onNode: Part = {
    title: 'tests on Node',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=./packages/dev-stack/src/test-runner/vitest-counts-reporter.ts',
      ...(set === 'all' ? [] : vitestFilter),
      ...(changedSince === undefined ? [] : ['--changed', changedSince, '--passWithNoTests']),
    ],
    env: { [testSetVariable]: set, VITEST_COUNTS_FILE: vitestCounts },
    report: { file: vitestCounts, count: (counts: Counts) => counts },
    mayBeEmpty: changedSince !== undefined,
  };
  const inBrowser: Part = {
    title: 'tests in the browser',
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'web/playwright.config.ts',
      '--reporter=list,json',
      // A spec that was changed itself runs whole.
      ...(set === 'quick' && reach === 'every' ? ['--grep-invert', titlesOnlyInAll.source] : []),
      ...(reach === 'every' ? [] : reach),
    ],
    env: { [testSetVariable]: set, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    report: { file: browserReport, count: countPlaywright },
  };
  return [checks, onNode, ...(reach.length === 0 ? [] : [inBrowser])];
}
