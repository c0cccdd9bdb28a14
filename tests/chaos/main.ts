// `npm run chaos`: uses the whole product while its parts fail, and judges what is left. One line of JSON for each run,
// and a timeline to look at. The exit code is 0 only when nothing was violated and nothing left out.
import { join } from 'node:path';
import { onNpmEnd, repositoryRoot } from '@atelier/dev-stack';
import { hasRedisServer } from '@atelier/dev-stack/testing';
import { StartProblem } from '@atelier/local-postgres';
import { runDrill } from './drills/run-drill.ts';
import { type Arguments, type Backend, readArguments } from './read-arguments.ts';
import { runChaos } from './run-chaos.ts';
import { runTable } from './table/run-table.ts';

const soakSampleEveryMs = 30_000;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));
onNpmEnd(() => stop.abort('SIGTERM'), process.env);

try {
  const given = readArguments(process.argv.slice(2));
  process.exitCode = 0;
  for (const backend of given.backend ? [given.backend] : (['postgres', 'redis'] as const)) {
    if (stop.signal.aborted) break;
    if (!(await runOne(backend, given))) process.exitCode = 1;
  }
  if (stop.signal.aborted) process.exitCode = 130;
} catch (error) {
  if (stop.signal.aborted) process.exitCode = 130;
  else {
    // A problem outside the program needs no stack trace.
    const isExplained =
      error instanceof StartProblem || (error instanceof Error && error.message.includes('npm run'));
    console.error(isExplained ? error.message : error);
    process.exitCode = 2;
  }
}
// Calls of clients may still wait for answers that will not come.
process.exit();

async function runOne(backend: Backend, given: Arguments): Promise<boolean> {
  const { TEST_REDIS_URL: redisUrl } = process.env;
  const hasOwnRedis = hasRedisServer();
  if (backend === 'redis' && !hasOwnRedis && !redisUrl) {
    console.error(
      '\n!! NOT RUN: the half with jobs on Redis. There is no redis-server on this machine; install it,',
    );
    console.error('!! or name a Redis that this run may empty in TEST_REDIS_URL.\n');
    return false;
  }
  const has = { redis: backend === 'redis', 'own-redis': backend === 'redis' && hasOwnRedis };
  const faults = given.faults.filter(({ needs }) => needs === undefined || has[needs]);
  if (backend === 'redis' && !hasOwnRedis) console.error('!! Redis is not killed: it is not our own.');
  if (faults.length === 0 && given.faults.length > 0)
    throw new Error(`None of these faults is possible on ${backend}; see npm run chaos -- --help`);
  const stage = {
    backend,
    storage: given.storage ?? (backend === 'postgres' ? 'disk' : 's3'),
    redisUrl: backend === 'redis' && !hasOwnRedis ? redisUrl : undefined,
    signal: stop.signal,
    print: (line: string) => console.error(line),
  } as const;
  if (given.drill) {
    const { drill, minutes } = given;
    const found = await runDrill(drill, { ...stage, minutes });
    console.log(JSON.stringify({ backend, drill: drill.id, ...found }));
    return found.violations.length === 0;
  }
  if (given.isTable) {
    const table = await runTable(stage);
    console.log(JSON.stringify({ backend, ...table }));
    return table.violations.length === 0 && table.rows.every(({ isKept }) => isKept);
  }
  const summary = await runChaos({
    ...given,
    ...stage,
    minutes: given.minutes ?? 3,
    faults,
    isHurried: false,
    // Kills would show as memory that shrinks.
    sampleEveryMs: faults.length === 0 ? soakSampleEveryMs : undefined,
    folder: given.folder ?? join(repositoryRoot, 'chaos-results'),
  });
  console.log(JSON.stringify(summary));
  return summary.violations.length === 0;
}
