import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';

const source = /\.(ts|tsx|mjs|cjs|js|css|html|sql|ya?ml)$/;
// Written in pieces so that this file does not find itself.
const patterns: { pattern: RegExp; why: string }[] = [
  {
    pattern: new RegExp(`\\b(${['TO', 'DO|FIX', 'ME|X', 'XX'].join('')})\\b`),
    why: 'work left undone: do it or file it',
  },
  {
    pattern: /\b(it|test|describe|suite)(\.\w+)*\.(skip|only|todo|fixme|fails)\b(?!If)/,
    why: 'a test that does not run, or keeps the others from running',
  },
  { pattern: /\b(xit|xtest|xdescribe|fit|fdescribe)\s*\(/, why: 'a test that does not run' },
];

/** Refuses promises to do something later, and tests that are switched off. */
export const leftBehind: Check = {
  name: 'nothing left behind',
  findProblems(root, files) {
    return files
      .filter(
        (path) => source.test(path) && !/\.gen\.ts$/.test(path) && path !== 'checks/small/left-behind.ts',
      )
      .flatMap((path) => findLines(path, readFileSync(join(root, path), 'utf8')));
  },
};

function findLines(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      patterns.filter(({ pattern }) => pattern.test(line)).map(({ why }) => `${path}:${index + 1} ${why}`),
    );
}
