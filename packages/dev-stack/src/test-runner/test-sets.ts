/**
 * `quick` is what a change can break; `all` has also what multiplies it: the second queue backend, the second language,
 * every page in every window, each kind and medium, load, faults. The sets are listed here and read by Vitest and Playwright.
 */
export type TestSet = 'quick' | 'all';

/** Names the set in the environment of a part. Without it a runner that is started by hand has all of its tests. */
export const testSetVariable = 'ATELIER_TEST_SET';

/** Names the limit of a whole run in the environment of its parts, in minutes. */
export const timeLimitVariable = 'ATELIER_TEST_MINUTES';

/**
 * Lets a test of many random cases play one more: always, except once the minutes are over in a run with a
 * limit of time, where a slow machine plays fewer instead of failing. The test prints how many it has played.
 */
export function createTimeShare(minutes: number, env: NodeJS.ProcessEnv = process.env): () => boolean {
  if (env[timeLimitVariable] === undefined) return () => true;
  const endMs = performance.now() + minutes * 60_000;
  return () => performance.now() < endMs;
}

/** Tags of tests that only `all` has, each with its kind: `{ tags: 'load' }` for Vitest, `{ tag: '@load' }` for Playwright. */
export const tagsOnlyInAll = {
  'each-kind': 'repeats for one more kind a flow that another kind has in both sets',
  'each-page': 'repeats on one more page, or for one more medium, a flow that another one has in both sets',
  'each-device':
    'repeats with one more window, theme, clock or way of input what another test shows with its own',
  'each-rule': 'shows one more rule, whose main flow another test shows',
  load: 'needs hundreds of requests, connections or rows, or hundreds of megabytes',
  random: 'plays thousands of random cases',
  faults: 'kills, cuts off or delays what works, and waits until the rest has coped',
  tools: 'runs generators, compilers or browsers of others',
} as const;

/** Test files on Node that only `all` has, as globs from the root. What runs on the second queue backend is added. */
export const filesOnlyInAll = [
  // Start other runners.
  'packages/dev-stack/src/test-runner/test-sets.test.ts',
  // Simulation and chaos: thousands of schedules, faults in real processes.
  'tests/alerts/scraped-faults.test.ts',
  'tests/chaos/{chaos,interrupt}.test.ts',
  'tests/simulation/simulation.test.ts',
  // Programs of others: a pooler, a proxy, generators and compilers of clients.
  'tests/many-processes/pooler.test.ts',
  'tests/http-edge/nginx.test.ts',
  'tests/whole-flow/generated-clients.integration.test.ts',
];

/** Arguments of Vitest that leave out the tests which only `all` has. */
export const vitestFilter = ['--tags-filter', `!(${Object.keys(tagsOnlyInAll).join(' || ')})`];

/** Browser tests that only `all` has, by their full titles. Those of the second language have twins in the first. */
export const titlesOnlyInAll = new RegExp(
  `\\bin zh-CN\\b|@(?:${Object.keys(tagsOnlyInAll).join('|')})(?![\\w-])`,
);

export function readTestSet(env: NodeJS.ProcessEnv): TestSet {
  return env[testSetVariable] === 'quick' ? 'quick' : 'all';
}

/**
 * Splits the cases of a table for `it.each`, each part with its options: the first ones are in both sets, the others have the
 * tag.
 */
export function splitCases<const Case>(
  cases: readonly Case[],
  count: number,
  tag: keyof typeof tagsOnlyInAll,
): [options: { tags: string[] }, cases: readonly Case[]][] {
  return [
    [{ tags: [] }, cases.slice(0, count)],
    [{ tags: [tag] }, cases.slice(count)],
  ];
}

/**
 * The stores of files on which tests run. `packages/storage` shows in both sets that the second one does what the first
 * does.
 */
export const storeDrivers: readonly ('disk' | 's3')[] =
  readTestSet(process.env) === 'all' ? ['disk', 's3'] : ['disk'];
