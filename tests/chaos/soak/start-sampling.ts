import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jobNames } from '@atelier/queue';
import { Redis } from 'ioredis';
import { metricsToken, type Stage } from '../stage/open-stage.ts';
import { type ProcessName, processNames } from '../stage/own-processes.ts';

/** Values measured at one time, by name; sizes are in bytes, everything else is a count. */
export type Sample = { atMs: number; values: Readonly<Record<string, number>> };

export type Sampling = {
  samples: readonly Sample[];
  stop(): Promise<void>;
};

type Values = [name: string, value: number][];

/** Metrics of every process, by the name for the report. */
const processMetrics = {
  process_resident_memory_bytes: 'resident memory',
  nodejs_heap_size_used_bytes: 'heap',
  process_open_fds: 'open files',
};
const metricsLimitMs = 10_000;

/** Indexes are listed on their own beside the whole of their table. */
const relations = `
  select case c.relkind when 'i' then 'index ' else 'table ' end
           || case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name,
         (case c.relkind when 'i' then pg_relation_size(c.oid) else pg_total_relation_size(c.oid) end)::float as value
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'i') and n.nspname in ('public', 'bullmq')
   order by 1`;
const connections = `
  select 'connections ' || application_name as name, count(*)::float as value from pg_stat_activity
   where backend_type = 'client backend' and datname = current_database() and application_name <> 'chaos'
   group by application_name`;
/** The numbers of one group; a queue without rows has none in its table. */
const listRows = (table: 'event' | 'job') =>
  `select queue, count(*)::float as value from bullmq.${table} group by queue`;

/**
 * Measures everything that must not grow with time, for as long as it runs. What cannot be measured because a part is
 * away is left out of that sample.
 */
export function startSampling(
  stage: Stage,
  { everyMs, onSample }: { everyMs: number; onSample(sample: Sample): void },
): Sampling {
  const samples: Sample[] = [];
  let sampling: Promise<void> | undefined;

  async function sample(): Promise<void> {
    const atMs = Date.now();
    const parts = await Promise.allSettled([
      ...processNames.map((name) => sampleProcess(stage, name)),
      sampleDatabase(stage),
      stage.backend === 'redis' ? sampleRedis(stage) : sampleQueueTables(stage),
      sampleFolders(stage),
    ]);
    const values = parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []));
    const taken = { atMs, values: Object.fromEntries(values) };
    samples.push(taken);
    onSample(taken);
  }

  const start = () => {
    sampling ??= sample().finally(() => {
      sampling = undefined;
    });
  };
  const timer = setInterval(start, everyMs);
  start();
  return {
    samples,
    async stop() {
      clearInterval(timer);
      await sampling;
    },
  };
}

async function sampleProcess({ ports }: Stage, name: ProcessName): Promise<Values> {
  const response = await fetch(`http://127.0.0.1:${ports[name]}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(metricsLimitMs),
  });
  const text = await response.text();
  return Object.entries(processMetrics).flatMap(([metric, what]): Values => {
    const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1];
    return value === undefined ? [] : [[`${name} ${what}`, Number(value)]];
  });
}

async function sampleDatabase({ db: { pool } }: Stage): Promise<Values> {
  const sizes = await pool.query<{ name: string; value: number }>(relations);
  const open = await pool.query<{ name: string; value: number }>(connections);
  const all = open.rows.reduce((sum, { value }) => sum + value, 0);
  return [
    ['connections', all],
    ...[...open.rows, ...sizes.rows].map(({ name, value }): Values[number] => [name, value]),
  ];
}

async function sampleQueueTables({ db: { pool } }: Stage): Promise<Values> {
  const values: Values = [];
  for (const table of ['event', 'job'] as const) {
    const { rows } = await pool.query<{ queue: string; value: number }>(listRows(table));
    const countOf = new Map(rows.map(({ queue, value }) => [queue, value]));
    for (const queue of jobNames) values.push([`${table}s of ${queue}`, countOf.get(queue) ?? 0]);
  }
  return values;
}

async function sampleRedis({ redisUrl, redis: own }: Stage): Promise<Values> {
  const url = redisUrl ?? `redis://127.0.0.1:${own?.port()}`;
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const used = /^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1];
    const values: Values = [
      ['redis memory', Number(used)],
      ['redis keys', await redis.dbsize()],
    ];
    for (const queue of jobNames) {
      const key = `atelier:${queue}`;
      const kept = (await redis.zcard(`${key}:completed`)) + (await redis.zcard(`${key}:failed`));
      values.push([`events of ${queue}`, await redis.xlen(`${key}:events`)], [`kept jobs of ${queue}`, kept]);
    }
    return values;
  } finally {
    redis.disconnect();
  }
}

/** Files on their way in or out: each is there for seconds. */
async function sampleFolders({ dataDir }: Stage): Promise<Values> {
  const count = async (folder: string) => (await readdir(join(dataDir, folder)).catch(() => [])).length;
  return [
    ['files in work', await count('work')],
    ['files in files/tmp', await count('files/tmp')],
  ];
}
