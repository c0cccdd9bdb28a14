import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Counts, settleCounts } from './counts.ts';

export type Part = {
  title: string;
  /** Arguments for this Node: a script and its options. */
  args: string[];
  env?: Record<string, string>;
  /** Where the part writes its report, and how to count it. Without a report, the exit code decides. */
  report?: { file: string; count(report: never): Counts };
  /** Whether it may have no test to run, as when a change reaches none; else that is a failure. */
  mayBeEmpty?: boolean;
  /** Whether the part is left out when it would end after the time of the run. */
  endsInTime?: boolean;
};

/** Runs one part, with its output in the terminal, and counts its results. */
export async function runPart(part: Part, signal: AbortSignal): Promise<Counts> {
  console.log(`\n── ${part.title} ${'─'.repeat(Math.max(3, 70 - part.title.length))}`);
  const exitCode = await runProgram(part, signal);
  if (part.report === undefined)
    return settleCounts(
      part.title,
      { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0, flaky: 0, named: [] },
      exitCode,
    );
  const counts = readCounts(part.report);
  if (part.mayBeEmpty && exitCode === 0 && counts && counts.passed + counts.failed === 0) return counts;
  return settleCounts(part.title, counts, exitCode);
}

function runProgram(part: Part, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, part.args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...part.env },
    });
    // The runner waits for its part on any signal, so that the part can stop what it started.
    const forward = () => {
      if (signal.reason === 'SIGTERM') child.kill('SIGTERM');
    };
    signal.addEventListener('abort', forward, { once: true });
    child.once('error', reject);
    child.once('close', (code) => {
      signal.removeEventListener('abort', forward);
      resolve(code ?? 1);
    });
  });
}

function readCounts({ file, count }: NonNullable<Part['report']>): Counts | undefined {
  if (!existsSync(file)) {
    console.error(`No report was written to ${file}.`);
    return undefined;
  }
  return count(JSON.parse(readFileSync(file, 'utf8')) as never);
}
