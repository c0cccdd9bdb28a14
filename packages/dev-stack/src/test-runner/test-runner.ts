import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onNpmEnd } from '../supervisor/on-npm-end.ts';
import { addCounts, type Counts } from './counts.ts';
import { listParts } from './list-parts.ts';
import { readTestRun, usage } from './read-test-run.ts';
import { runPart } from './run-part.ts';
import { limitTime } from './time-limit.ts';

// `npm test`: checks and tests, one part after another. The last line is the total, the only line in that format; the
// exit code is 0 only when nothing failed.
const run = readTestRun(process.argv.slice(2));
if (!run) {
  console.error(usage);
  process.exit(2);
}
const root = join(import.meta.dirname, '..', '..', '..', '..');
process.chdir(root);
const reports = mkdtempSync(join(tmpdir(), 'atelier-test-'));
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort('SIGTERM'));
onNpmEnd(() => stop.abort('SIGTERM'), process.env);
// A terminal sends these to the whole process group, so the running part already has them and must not get a second
// one, which most runners take as "exit without cleaning up".
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));

const counted: Counts[] = [];
const times: string[] = [];
const leftOut: string[] = [];
const limit = limitTime((run.minutes ?? Number.POSITIVE_INFINITY) * 60_000);
try {
  for (const part of listParts(root, run, reports)) {
    if (!limit.hasTimeFor(part)) {
      leftOut.push(part.title);
      continue;
    }
    const startedAt = performance.now();
    counted.push(await runPart(part, stop.signal));
    const durationMs = performance.now() - startedAt;
    limit.record(part, durationMs);
    times.push(`${part.title} ${formatMinutes(durationMs)}`);
    if (stop.signal.aborted) break;
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}
if (stop.signal.aborted) {
  console.error(`Stopped by ${stop.signal.reason} before the end.`);
  process.exit(130);
}
const { passed, failed, skipped, flaky, named } = addCounts(counted);
process.exitCode = failed === 0 ? 0 : 1;
if (skipped > 0) console.log(`\nSkipped: ${skipped} (listed above).`);
if (flaky > 0) console.log(`\nPassed only when run again: ${flaky}.`);
if (named.length > 0) console.log(`\n${named.join('\n')}`);
if (leftOut.length > 0)
  console.log(`\nNOT RUN, for lack of time (${run.minutes} minutes): ${leftOut.join('; ')}.`);
console.log(`\nTime: ${times.join(', ')}.`);
console.log(`\n${passed} passed, ${failed} failed`);

function formatMinutes(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}
