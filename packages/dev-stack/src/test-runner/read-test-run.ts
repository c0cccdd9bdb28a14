import { parseArgs } from 'node:util';
import type { TestSet } from './test-sets.ts';

export type TestRun = {
  set: TestSet;
  /** The revision since which changes count; only what they reach is run. */
  changedSince?: string;
};

export const usage = `npm test                         what a change can break
npm test -- --all                everything
npm test -- --changed [revision] what the changes since a revision reach, HEAD by default
One file: node node_modules/vitest/vitest.mjs run path, npm run test:browser -- path`;

/** Reads the arguments of `npm test`. Returns undefined for any others: a run of the wrong tests takes minutes. */
export function readTestRun(args: string[]): TestRun | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { all: { type: 'boolean' }, changed: { type: 'boolean' } },
      allowPositionals: true,
    });
    const isUnclear = values.all && values.changed;
    if (isUnclear || positionals.length > (values.changed ? 1 : 0)) return undefined;
    if (values.changed) return { set: 'quick', changedSince: positionals[0] ?? 'HEAD' };
    return { set: values.all ? 'all' : 'quick' };
  } catch {
    return undefined;
  }
}
