import { join } from 'node:path';
import type { Arguments } from './read-arguments.ts';
import { formatFindings } from './report/format-findings.ts';
import { repositoryRoot } from './repository-root.ts';
import { findRedis, type RedisSource } from './rig/find-redis.ts';
import type { Backend, Row, RowResult } from './row.ts';

export type MeasuredRow = Partial<RowResult> & {
  id: string;
  title: string;
  backend: Backend;
  /** Why there are no findings. */
  problem?: string;
};

type Say = (line: string) => void;

/** Measures one row after the other, never two at a time, and prints each as soon as it is there. */
export async function runRows(rows: readonly Row[], choice: Arguments, say: Say): Promise<MeasuredRow[]> {
  const redis = choice.backend === 'postgres' ? undefined : await findRedis();
  const backends = chooseBackends(choice, redis, say);
  const results: MeasuredRow[] = [];
  for (const row of rows) {
    const chosen = backendsOf(row, backends);
    if (chosen.length === 0) say(`\n${row.id} ${row.title}: only on ${row.onlyOn}, so not measured now`);
    for (const backend of chosen) {
      say(`\n${row.id} ${row.title}${row.isPerBackend ? `, ${backend}` : ''}`);
      const result = await runOne(row, backend, redis, choice, say);
      results.push(result);
      say(result.problem ?? formatFindings(result.findings ?? [], result.notes ?? []));
    }
  }
  return results;
}

function chooseBackends(choice: Arguments, redis: RedisSource | undefined, say: Say): Backend[] {
  if (choice.backend === 'postgres') return ['postgres'];
  if (redis) return choice.backend === 'redis' ? ['redis'] : ['postgres', 'redis'];
  if (choice.backend === 'redis') throw new Error(noRedis);
  say(`${noRedis} Only PostgreSQL is measured.`);
  return ['postgres'];
}

function backendsOf({ isPerBackend, onlyOn }: Row, backends: readonly Backend[]): readonly Backend[] {
  if (onlyOn !== undefined) return backends.filter((backend) => backend === onlyOn);
  return isPerBackend ? backends : backends.slice(0, 1);
}

const noRedis = 'There is no redis-server program and no Redis at TEST_REDIS_URL or 127.0.0.1:6379.';

async function runOne(
  row: Row,
  backend: Backend,
  redis: RedisSource | undefined,
  choice: Arguments,
  say: Say,
): Promise<MeasuredRow> {
  const { id, title } = row;
  const resources = new AsyncDisposableStack();
  const stopListening = closeOnInterrupt(resources);
  const profileFolder = choice.isProfiling ? join(repositoryRoot, 'bench-results/profiles') : undefined;
  try {
    const redisUrl = backend === 'redis' ? await redis?.open(resources) : undefined;
    const context = { backend, redisUrl, isQuick: choice.isQuick, profileFolder, resources };
    const result = await row.run({ ...context, say: (line) => say(`  ${line}`) });
    return { id, title, backend, ...result };
  } catch (error) {
    return { id, title, backend, problem: error instanceof Error ? String(error.stack) : String(error) };
  } finally {
    stopListening();
    await resources.disposeAsync();
  }
}

/** Servers of a row have processes of their own: they must not outlive a Ctrl-C. */
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
