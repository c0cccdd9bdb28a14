import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOnlyInAll, readTestSet, tagsOnlyInAll } from '@atelier/dev-stack/test-sets';
import { defineConfig } from 'vitest/config';

/**
 * Five projects. A plain `*.test.ts` needs no server and runs in `unit`, and one that replaces modules, an
 * `*.isolated.test.ts`, in a worker of its own. A `*.integration.test.ts` needs a
 * database and runs once per queue backend: the file reads `process.env.TEST_QUEUE_BACKEND`
 * ('postgres' | 'redis') and must pass with either. The local stack's own tests and the system tests
 * start and kill processes, so they run apart in `dev-stack`.
 */
const hasAll = readTestSet(process.env) === 'all';
const redisUrl = hasAll ? await findRedisUrl() : undefined;

// Caches compiled modules for this process, the workers and everything that tests start: most of a short process is
// compiling them.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/node-compile', import.meta.url),
);

const pgbouncer = findProgram('pgbouncer', process.env.TEST_PGBOUNCER);
const nginx = findProgram('nginx', process.env.TEST_NGINX);

if (hasAll && redisUrl === undefined)
  noteSkipped(
    '\n!! The Redis half of the integration tests is SKIPPED: there is no Redis at 127.0.0.1:6379.\n' +
      '!! To run it, start one (for example `docker run -p 6379:6379 valkey/valkey`) or set TEST_REDIS_URL.\n',
  );
if (pgbouncer === undefined)
  noteSkipped(
    '\n!! The test behind a connection pooler is SKIPPED: PgBouncer is not installed.\n' +
      '!! To run it, install it (for example `apt-get install pgbouncer`) or name the program in TEST_PGBOUNCER.\n',
  );
if (nginx === undefined)
  noteSkipped(
    '\n!! The test behind the delivered proxy is SKIPPED: nginx is not installed.\n' +
      '!! To run it, install it (for example `apt-get install nginx-light`) or name the program in TEST_NGINX.\n',
  );

function noteSkipped(note: string): void {
  console.warn(note);
  // Repeated below the results, where it is noticed.
  process.once('exit', () => console.warn(note));
}

/** Files that replace a module for their tests: in a worker with others, one of those may have loaded it already. */
const isolatedGlob = '{api,worker,packages,web}/**/*.isolated.test.ts';
const integrationGlob = '{api,worker,packages}/**/*.integration.test.ts';
const devStackGlobs = ['packages/{dev-stack,fal-emulator,local-postgres}/**/*.test.ts', 'tests/**/*.test.ts'];
/** Files among these that start no process and need no database: they share a worker's modules with the plain tests. */
const withoutProcesses = [
  'packages/dev-stack/src/{local-pages/texts,supervisor/teardown,test-runner/{counts,read-test-run,browser-reach,time-limit}}.test.ts',
  'packages/fal-emulator/src/{endpoints/kinds,endpoints/ranges,webhooks/signing-key}.test.ts',
  'tests/alerts/testing/promql/promql.test.ts',
  'tests/chaos/{read-arguments,report/report,soak/soak}.test.ts',
  'tests/simulation/mutations.test.ts',
];
const neverTests = ['**/node_modules/**', '**/dist/**', 'web/e2e/**'];
const globalSetup = ['./packages/dev-stack/src/testing/global-setup.ts'];

const shared = {
  // Several times what the slowest test without a time of its own takes alone.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // The second that it is by default is soon over on a busy machine.
  expect: { poll: { timeout: 20_000 } },
  retry: 0,
  pool: 'forks' as const,
  tags: Object.entries(tagsOnlyInAll).map(([name, description]) => ({ name, description })),
};
/**
 * Node reads the files itself, as it does for `npm start`: Vite's transforming and running of modules took a second per
 * worker.
 */
const readByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };
/** Options of tests that wait for processes, which can be late on a busy machine. The runner accepts and names two retries. */
const withProcesses = { retry: 1 };
// One module graph per worker, not per file: reading it again for each file took longer than most files' tests.
const sharedModules = { ...shared, isolate: false };
/**
 * Files in which no job is run and no event is awaited, so that a second queue backend has nothing to change: SQL, files and
 * their storage, the shape of requests and pages, prices. Jobs that they enqueue are never run.
 */
const withoutQueue = [
  'packages/{audit,db,take-out}/**',
  'packages/generations/src/forecast.integration.test.ts',
  'api/src/{modules/{media,pricing,site,uploads},plugins/openapi}/!(fuzz).integration.test.ts',
  'api/src/modules/{admin/audit,admin/results,auth/guards,auth/sessions,auth/sign-in-again,batches/batch-zip,credits/admission,credits/credits,lineage/lineage,model-status/model-status,projects/projects,push/push,reports/confirm-address,trash/trash}.integration.test.ts',
  'api/src/modules/{audio/audio,images/create-image,images/image-history,understanding/understanding}.integration.test.ts',
  'api/src/modules/{auth/faulty-providers,downloads/captioned-video,downloads/provenance,downloads/sounded-video,downloads/zips,take-out/archive}.integration.test.ts',
  'api/src/modules/video/{create-video-credits,create-video-input,history,video-prices,video-validation}.integration.test.ts',
  'api/src/modules/{generations/prices-by-rule,mcp/conformance,mcp/words-of-others,programs/cut-connections,programs/hostile-calls}.integration.test.ts',
  'api/src/plugins/{bad-inputs,body-issues,connections,drain,openapi,query-issues,request-bodies}.integration.test.ts',
  'api/src/verify-ledger.integration.test.ts',
  'worker/src/generations/{closed-kinds,sign-output,stalled-results,store-output,upload-inputs-to-provider}.integration.test.ts',
  'worker/src/kinds/**',
  'worker/src/ledger/**',
  // Tests BullMQ's backend for PostgreSQL itself.
  'packages/queue/src/signalled-backend.integration.test.ts',
];

function integrationProject(backend: 'postgres' | 'redis', env: Record<string, string> = {}) {
  return {
    test: {
      ...sharedModules,
      ...readByNode,
      ...withProcesses,
      name: backend,
      include: [integrationGlob],
      exclude: [...neverTests, ...devStackGlobs, ...(backend === 'redis' ? withoutQueue : [])],
      globalSetup,
      setupFiles: ['./packages/dev-stack/src/testing/before-test-file.ts'],
      env: { TEST_QUEUE_BACKEND: backend, ...env },
    },
  };
}
const hasCurlAndJq = ['curl', 'jq'].every((name) => findProgram(name, undefined) !== undefined);
if (!hasCurlAndJq)
  noteSkipped(
    '\n!! The test of the recipe for curl and jq is SKIPPED: one of them is not installed.\n' +
      '!! To run it, install both (for example `apt-get install curl jq`).\n',
  );

export default defineConfig({
  test: {
    // More than the two cores: the tests of processes mostly wait for them.
    maxWorkers: 4,
    projects: [
      {
        test: {
          ...sharedModules,
          name: 'unit',
          include: [
            '{checks,api,worker,bench}/**/*.test.ts',
            'packages/!(dev-stack|fal-emulator|local-postgres)/**/*.test.ts',
            'web/{src,build}/**/*.test.{ts,tsx}',
            ...withoutProcesses,
          ],
          exclude: [...neverTests, integrationGlob, isolatedGlob],
        },
      },
      { test: { ...shared, name: 'isolated', include: [isolatedGlob], exclude: neverTests } },
      integrationProject('postgres'),
      ...(redisUrl === undefined ? [] : [integrationProject('redis', { TEST_REDIS_URL: redisUrl })]),
      {
        test: {
          ...shared,
          ...readByNode,
          ...withProcesses,
          // They make media and unpack browsers beside each other.
          testTimeout: 90_000,
          name: 'dev-stack',
          include: devStackGlobs,
          exclude: [
            ...neverTests,
            ...withoutProcesses,
            ...(hasAll ? [] : filesOnlyInAll),
            ...(pgbouncer === undefined ? ['tests/many-processes/pooler.test.ts'] : []),
            ...(nginx === undefined ? ['tests/http-edge/nginx.test.ts'] : []),
            ...(hasCurlAndJq ? [] : ['tests/whole-flow/curl-recipe.test.ts']),
          ],
          globalSetup,
          env: { TEST_QUEUE_BACKEND: 'postgres', TEST_PGBOUNCER: pgbouncer ?? '', TEST_NGINX: nginx ?? '' },
        },
      },
    ],
  },
});

/**
 * Packages put servers where only the administrator's shell looks. `named`: a setting that decides; a program that it names is
 * not looked for, because a test must fail without it instead of being left out.
 */
function findProgram(name: string, named: string | undefined): string | undefined {
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** A configured Redis is never probed: if it is down, the tests must fail instead of being skipped. */
async function findRedisUrl(): Promise<string | undefined> {
  if (process.env.TEST_REDIS_URL) return process.env.TEST_REDIS_URL;
  const isListening = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: 6379, timeout: 1_000 });
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
  return isListening ? 'redis://127.0.0.1:6379' : undefined;
}
