import { join } from 'node:path';
import { findBrowserReach, listChangedFiles } from './browser-reach.ts';
import { type Counts, countChecks, countPlaywright } from './counts.ts';
import type { TestRun } from './read-test-run.ts';
import type { Part } from './run-part.ts';
import { testSetVariable, timeLimitVariable, titlesOnlyInAll, vitestFilter } from './test-sets.ts';

/** Shares of the browser tests that only `all` has, in a run with a limit of time. Each starts a stack of its own. */
const shareCount = 8;

/** The parts of a run, which write their reports into a folder. A part that a change does not reach is left out. */
export function listParts(root: string, { set, changedSince, minutes }: TestRun, reports: string): Part[] {
  const vitestCounts = join(reports, 'vitest.json');
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
    env: {
      [testSetVariable]: set,
      VITEST_COUNTS_FILE: vitestCounts,
      ...(minutes !== undefined && { [timeLimitVariable]: String(minutes) }),
    },
    report: { file: vitestCounts, count: (counts: Counts) => counts },
    mayBeEmpty: changedSince !== undefined,
  };
  if (reach.length === 0) return [checks, onNode];
  const inBrowser = (title: string, more: string[], name = 'browser'): Part => ({
    title,
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'web/playwright.config.ts',
      '--reporter=list,json',
      ...more,
    ],
    env: { [testSetVariable]: set, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, `${name}.json`) },
    report: { file: join(reports, `${name}.json`), count: countPlaywright },
  });
  const title = 'tests in the browser';
  const quickOnly = ['--grep-invert', titlesOnlyInAll.source];
  if (minutes === undefined) {
    // A spec that was changed itself runs whole.
    const more = reach !== 'every' ? reach : set === 'quick' ? quickOnly : [];
    return [checks, onNode, inBrowser(title, more)];
  }
  const shares = Array.from({ length: shareCount }, (_, index) => {
    const share = `${index + 1}/${shareCount}`;
    const more = ['--grep', titlesOnlyInAll.source, '--shard', share];
    return { ...inBrowser(`further ${title}, share ${share}`, more, `browser-${index}`), endsInTime: true };
  });
  return [checks, onNode, inBrowser(title, quickOnly), ...shares];
}
