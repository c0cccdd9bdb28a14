import { parseArgs } from 'node:util';
import type { TestSet } from './test-sets.ts';

export type TestRun = {
  set: TestSet;
  /** The revision since which changes count; only what they reach is run. */
  changedSince?: string;
  /**
   * Minutes after which no further share of the browser tests that only `all` has is begun. What is left out is named:
   * a slow machine then answers for what it has run instead of not answering at all.
   */
  minutes?: number;
};

export const usage = `npm test                         what a change can break
npm test -- --all                everything
npm test -- --all --minutes 80   everything that fits in that time, the first set in any case; names what is left out
npm test -- --changed [revision] what the changes since a revision reach, HEAD by default
One file: node node_modules/vitest/vitest.mjs run path, npm run test:browser -- path`;

/** Reads the arguments of `npm test`. Returns undefined for any others: a run of the wrong tests takes minutes. */
export function readTestRun(args: string[]): TestRun | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { all: { type: 'boolean' }, changed: { type: 'boolean' }, minutes: { type: 'string' } },
      allowPositionals: true,
    });
    const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
    const isUnclear =
      (values.all && values.changed) || (minutes !== undefined && !(values.all && minutes > 0));
    if (isUnclear || positionals.length > (values.changed ? 1 : 0)) return undefined;
    if (values.changed) return { set: 'quick', changedSince: positionals[0] ?? 'HEAD' };
    return { set: values.all ? 'all' : 'quick', ...(minutes !== undefined && { minutes }) };
  } catch {
    return undefined;
  }
}
