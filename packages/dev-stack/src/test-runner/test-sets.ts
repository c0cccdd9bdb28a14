/**
 * `quick` is what a change can break; `all` has also what multiplies it: the second queue backend, the second language,
 * every page in every window, a thousand schedules, chaos. The sets are listed here and read by Vitest and Playwright.
 */
export type TestSet = 'quick' | 'all';

/** Names the set in the environment of a part. Without it a runner that is started by hand has all of its tests. */
export const testSetVariable = 'ATELIER_TEST_SET';

/** Test files on Node that only `all` has, as globs from the root. The project of the second queue backend is added. */
export const filesOnlyInAll = [
  'packages/dev-stack/src/test-runner/test-sets.test.ts',
  'tests/chaos/chaos.test.ts',
  'tests/simulation/simulation.test.ts',
];

/**
 * Browser tests that only `all` has, by their full titles. Those of the second language have twins in the first; the tag
 * stands on what opens every page in every window.
 */
export const titlesOnlyInAll = /\bin zh-CN\b|@matrix\b/;

export function readTestSet(env: NodeJS.ProcessEnv): TestSet {
  return env[testSetVariable] === 'quick' ? 'quick' : 'all';
}
