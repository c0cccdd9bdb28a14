import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { findRedis, type RedisSource } from './harness/find-redis.ts';
import type { Arguments } from './read-arguments.ts';
import { formatFindings } from './report/format-findings.ts';
import type { Backend, Scenario, ScenarioResult } from './scenario.ts';

export type MeasuredScenario = Partial<ScenarioResult> & {
  id: string;
  title: string;
  backend: Backend;
  /** Why there are no findings. */
  problem?: string;
};

type Print = (line: string) => void;

/** Measures one scenario at a time and prints each result immediately. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  choice: Arguments,
  print: Print,
): Promise<MeasuredScenario[]> {
  const redis = choice.backend === 'postgres' ? undefined : await findRedis();
  const backends = chooseBackends(choice, redis, print);
  const results: MeasuredScenario[] = [];
  for (const scenario of scenarios) {
    const chosen = listBackends(scenario, backends);
    if (chosen.length === 0)
      print(`\n${scenario.id} ${scenario.title}: runs only on ${scenario.onlyOn}, not measured`);
    for (const backend of chosen) {
      print(`\n${scenario.id} ${scenario.title}${scenario.isPerBackend ? `, ${backend}` : ''}`);
      const result = await runOne(scenario, backend, redis, choice, print);
      results.push(result);
      print(result.problem ?? formatFindings(result.findings ?? [], result.notes ?? []));
    }
  }
  return results;
}

function chooseBackends(choice: Arguments, redis: RedisSource | undefined, print: Print): Backend[] {
  if (choice.backend === 'postgres') return ['postgres'];
  if (redis) return choice.backend === 'redis' ? ['redis'] : ['postgres', 'redis'];
  if (choice.backend === 'redis') throw new Error(noRedis);
  print(`${noRedis} Measuring only PostgreSQL.`);
  return ['postgres'];
}

function listBackends({ isPerBackend, onlyOn }: Scenario, backends: readonly Backend[]): readonly Backend[] {
  if (onlyOn !== undefined) return backends.filter((backend) => backend === onlyOn);
  return isPerBackend ? backends : backends.slice(0, 1);
}

const noRedis = 'There is no redis-server program and no Redis at TEST_REDIS_URL or 127.0.0.1:6379.';

async function runOne(
  scenario: Scenario,
  backend: Backend,
  redis: RedisSource | undefined,
  choice: Arguments,
  print: Print,
): Promise<MeasuredScenario> {
  const { id, title } = scenario;
  const resources = new AsyncDisposableStack();
  const stopListening = closeOnInterrupt(resources);
  const profileFolder = choice.isProfiling ? join(repositoryRoot, 'bench-results/profiles') : undefined;
  try {
    const redisUrl = backend === 'redis' ? await redis?.open(resources) : undefined;
    const { isQuick, generations } = choice;
    const context = { backend, redisUrl, isQuick, generations, profileFolder, resources };
    const result = await scenario.run({ ...context, print: (line) => print(`  ${line}`) });
    return { id, title, backend, ...result };
  } catch (error) {
    return { id, title, backend, problem: error instanceof Error ? String(error.stack) : String(error) };
  } finally {
    stopListening();
    await resources.disposeAsync();
  }
}

/** A scenario's servers are separate processes, which must not outlive a Ctrl-C. */
function closeOnInterrupt(resources: AsyncDisposableStack): () => void {
  const stop = async () => {
    await resources.disposeAsync();
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}
