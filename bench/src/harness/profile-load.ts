// `npm run bench -- P1 --profile`, and P3: what one of a load costs, by process, by package and by statement.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive } from '@atelier/local-postgres';
import { Redis } from 'ioredis';
import { type CpuProfile, profileClockUs, selfTimeByPart } from '../measure/self-time.ts';
import { waitUntil } from '../measure/wait-until.ts';
import type { Finding, ScenarioContext, Unit } from '../scenario.ts';
import type { Harness } from './open-harness.ts';
import { findProcess, readCpuSeconds, readPostgresSeconds } from './process-usage.ts';
import { countStatements } from './statement-statistics.ts';

type Load = {
  /** Whose time is also listed by package. */
  processes: readonly ('api' | 'worker')[];
  /** Resolves to how many it was. */
  run(): Promise<number>;
};

/** Least cost of an entry in the lists, in ms for one. */
const leastMs = { parts: 0.01, statements: 0.005 };

/**
 * One more round of the load, under the profiler, after which the processes end: that is when they write their profiles.
 * All figures are for one of the load.
 */
export async function profileLoad(
  { profileFolder = '', redisUrl }: ScenarioContext,
  harness: Harness,
  { processes, run }: Load,
): Promise<Finding[]> {
  const found = processes.map((name) => ({ name, id: findProcess(name)?.id ?? 0 }));
  const readAll = async (): Promise<Record<string, number>> => ({
    ...Object.fromEntries(found.map(({ name, id }) => [`the ${name}`, readCpuSeconds(id) ?? Number.NaN])),
    PostgreSQL: await readPostgresSeconds(harness.db.pool),
    ...(redisUrl !== undefined && { Redis: await readRedisSeconds(redisUrl) }),
    'the load generator': process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  });
  const statistics = await countStatements(harness.stack.adminUrl);
  const [before, fromUs] = [await readAll(), profileClockUs()];
  const count = await run();
  const [after, toUs] = [await readAll(), profileClockUs()];
  const { statements, writes } = await statistics.read();
  for (const { id } of found) await end(id);

  const each = (what: string, value: number, unit: Unit = 'ms'): Finding => ({
    what,
    measured: { value: value / count, unit },
  });
  const parts = found.flatMap(({ name, id }) =>
    selfTimeByPart(readProfile(profileFolder, id), { fromUs, toUs }).map(
      ([part, ms]) => [`${name}: ${part}`, ms] as const,
    ),
  );
  const calls = statements.reduce((sum, statement) => sum + statement.calls, 0);
  return [
    ...Object.entries(before).map(([name, seconds]) =>
      each(`CPU of ${name}`, ((after[name] ?? Number.NaN) - seconds) * 1_000),
    ),
    ...parts.filter(([, ms]) => ms / count >= leastMs.parts).map(([part, ms]) => each(part, ms)),
    each('statements', calls, 'calls'),
    each('commits that write', writes, 'calls'),
    ...statements
      .filter(({ ms }) => ms / count >= leastMs.statements)
      .flatMap(({ what, calls, ms }) => [each(`sql: ${what}`, ms), each('  as often', calls, 'calls')]),
  ];
}

async function end(processId: number): Promise<void> {
  process.kill(processId, 'SIGTERM');
  if (!(await waitUntil(() => !isProcessAlive(processId), { limitMs: 30_000 })))
    throw new Error(`Process ${processId} did not end`);
}

async function readRedisSeconds(url: string): Promise<number> {
  const redis = new Redis(url);
  const text = await redis.info('cpu');
  redis.disconnect();
  const read = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1]);
  return read('used_cpu_user') + read('used_cpu_sys');
}

/** The newest profile of the process. */
function readProfile(folder: string, id: number): CpuProfile {
  const [name] = readdirSync(folder)
    .filter((file) => file.split('.')[3] === String(id))
    .toSorted()
    .toReversed();
  if (name === undefined) throw new Error(`Process ${id} left no profile in ${folder}`);
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile;
}
