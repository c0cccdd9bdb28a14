import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { isForTests } from '../workspaces.ts';

const maxLines = 300;
const maxMedianLines = 110;
const maxNinetyFifthLines = 220;

/** Files that may be longer, each with its reason. That one of them has become short enough is a problem itself. */
const exceptions: Record<string, string> = {
  'packages/ledger-proof/src/verify-receipt.ts': 'users read and run it as one file without anything else',
};

export const sizes: Check = {
  name: 'file sizes',
  findProblems(root, files) {
    const measured = files
      .filter(isHandWritten)
      .map((path) => ({ path, lines: countLines(join(root, path)) }))
      .sort((a, b) => a.lines - b.lines);
    const lineAt = (share: number) => measured[Math.floor((measured.length - 1) * share)]?.lines ?? 0;

    const problems = measured
      .filter(({ path, lines }) => lines > maxLines && !(path in exceptions))
      .map(({ path, lines }) => `${path} has ${lines} lines, the stop is ${maxLines}: give each case a file`);
    for (const { path, lines } of measured)
      if (path in exceptions && lines <= maxLines) problems.push(`${path} needs no exception any more`);
    if (lineAt(0.5) > maxMedianLines)
      problems.push(`the median is ${lineAt(0.5)} lines, not ${maxMedianLines}`);
    if (lineAt(0.95) > maxNinetyFifthLines) {
      problems.push(`the 95th percentile is ${lineAt(0.95)} lines, not ${maxNinetyFifthLines}`);
    }
    return problems;
  },
};

export function isHandWritten(path: string): boolean {
  return /\.tsx?$/.test(path) && !/\.gen\.tsx?$/.test(path) && !isForTests(path);
}

export function countLines(file: string): number {
  return readFileSync(file, 'utf8').trimEnd().split('\n').length;
}
