import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCounts, type Counts, countChecks, countPlaywright } from './test-runner/counts.ts';
import { type Part, runPart } from './test-runner/run-part.ts';

// `npm test`: every check and every test, one after the other. The last line is the sum, alone on its line and the
// only one in that form; the exit code is 0 only when nothing failed.
process.chdir(join(import.meta.dirname, '..', '..', '..'));
const reports = mkdtempSync(join(tmpdir(), 'atelier-test-'));
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort('SIGTERM'));
// A terminal sends these to the whole group, so the part that runs has them already and must not get a second one,
// which most runners take as "now, without cleaning up".
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));

const vitestCounts = join(reports, 'vitest.json');
const browserReport = join(reports, 'playwright.json');

const parts: Part[] = [
  {
    title: 'checks',
    args: ['checks/run-checks.ts', '--report', join(reports, 'checks.json')],
    report: { file: join(reports, 'checks.json'), count: countChecks },
  },
  {
    title: 'tests on Node',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=./packages/dev-stack/src/test-runner/vitest-counts-reporter.ts',
    ],
    env: { VITEST_COUNTS_FILE: vitestCounts },
    report: { file: vitestCounts, count: (counts: Counts) => counts },
  },
  {
    title: 'tests in the browser',
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'web/playwright.config.ts',
      '--reporter=list,json',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    report: { file: browserReport, count: countPlaywright },
  },
];

const counted: Counts[] = [];
try {
  for (const part of parts) {
    counted.push(await runPart(part, stop.signal));
    if (stop.signal.aborted) break;
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (stop.signal.aborted) {
  console.error(`Stopped by ${stop.signal.reason} before the end.`);
  process.exit(130);
}
const { passed, failed, skipped } = addCounts(counted);
process.exitCode = failed === 0 ? 0 : 1;
if (skipped > 0) console.log(`\nNot run here: ${skipped} (the list above says which).`);
console.log(`\n${passed} passed, ${failed} failed`);
