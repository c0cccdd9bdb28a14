import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';
import type { JobEngine } from './job-engine.ts';

export type JobStress = {
  /** Name in the public benchmark; a stress that it does not have is named in the same way. */
  name: string;
  /** Pressure slows down; chaos takes something away. */
  sort: 'pressure' | 'chaos';
  onlyOn?: 'postgres';
  needsOwnStore?: true;
  /** Times the offered rate meanwhile; default 1. */
  load?: number;
  /** Lasts this long, and takes back what it did. */
  run(engine: JobEngine, ms: number): Promise<void>;
};

const readers = 4;
const idleConnections = 300;
const cutEveryMs = 200;

export const jobStresses: readonly JobStress[] = [
  { name: 'idle in transaction', sort: 'pressure', onlyOn: 'postgres', run: holdTransaction },
  { name: 'active readers', sort: 'pressure', onlyOn: 'postgres', run: readAllTheTime },
  { name: 'sustained high load', sort: 'pressure', load: 1.5, run: (_engine, ms) => wait(ms) },
  { name: 'crash recovery', sort: 'chaos', run: (engine, ms) => crash(engine, ms, 1) },
  { name: 'repeated kills', sort: 'chaos', run: (engine, ms) => crash(engine, ms, 5) },
  {
    name: 'store restart',
    sort: 'chaos',
    needsOwnStore: true,
    run: (engine, ms) => takeAway(engine, ms, 'shutDown'),
  },
  {
    name: 'store killed',
    sort: 'chaos',
    needsOwnStore: true,
    run: (engine, ms) => takeAway(engine, ms, 'kill'),
  },
  { name: 'connections cut', sort: 'chaos', run: cutConnections },
  { name: 'pool exhaustion', sort: 'chaos', run: exhaust },
];

/** A writing transaction that stays open: nothing that dies meanwhile can be removed. */
async function holdTransaction(engine: JobEngine, ms: number): Promise<void> {
  const holder = await engine.connect();
  await holder.query('begin');
  await holder.query('select txid_current()');
  await wait(ms);
  await holder.query('rollback');
  await holder.end();
}

async function readAllTheTime(engine: JobEngine, ms: number): Promise<void> {
  const endsAt = performance.now() + ms;
  const read = async () => {
    const reader = await engine.connect();
    await reader.query('begin isolation level repeatable read');
    while (performance.now() < endsAt) {
      await reader.query('select count(*), max(length(data::text)) from bullmq.job');
      await wait(100);
    }
    await reader.query('rollback');
    await reader.end();
  };
  await Promise.all(Array.from({ length: readers }, read));
}

/** Kills the first worker process so many times, and starts it again half-way to the next kill. */
async function crash(engine: JobEngine, ms: number, times: number): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    await engine.killReplica(0);
    await wait(ms / times / 2);
    await engine.startReplica(0);
    await wait(ms / times / 2);
  }
}

async function takeAway(engine: JobEngine, ms: number, how: 'kill' | 'shutDown'): Promise<void> {
  const bringBack = await engine.store?.[how]();
  await wait(ms / 2);
  await bringBack?.();
  await wait(ms / 2);
}

async function cutConnections(engine: JobEngine, ms: number): Promise<void> {
  const endsAt = performance.now() + ms;
  const cutter = engine.redisUrl === undefined ? await postgresCutter(engine) : redisCutter(engine.redisUrl);
  while (performance.now() < endsAt) {
    await cutter.cut();
    await wait(cutEveryMs);
  }
  await cutter.close();
}

type Cutter = { cut(): Promise<unknown>; close(): Promise<unknown> };

async function postgresCutter(engine: JobEngine): Promise<Cutter> {
  const admin = await engine.connect();
  return {
    cut: () =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'atelier-queue' order by random() limit 1`,
      ),
    close: () => admin.end(),
  };
}

function redisCutter(url: string): Cutter {
  const redis = new Redis(url);
  redis.on('error', () => undefined);
  return {
    async cut() {
      const own = await redis.client('ID');
      const ids = [...String(await redis.client('LIST')).matchAll(/^id=(\d+)/gm)].map(([, id]) => id);
      const others = ids.filter((id) => id !== String(own));
      const one = others[Math.floor(Math.random() * others.length)];
      if (one !== undefined) await redis.client('KILL', 'ID', one);
    },
    close: () => redis.quit(),
  };
}

/** Takes every connection that the store still gives, up to a number. */
async function exhaust(engine: JobEngine, ms: number): Promise<void> {
  const release = await (engine.redisUrl === undefined ? holdPostgres(engine) : holdRedis(engine.redisUrl));
  await wait(ms);
  await release();
}

async function holdPostgres(engine: JobEngine): Promise<() => Promise<unknown>> {
  const held: pg.Client[] = [];
  try {
    while (held.length < idleConnections) held.push(await engine.connect());
  } catch (error) {
    // 53300: the server has no more, which is what this is about.
    if ((error as { code?: string }).code !== '53300') throw error;
  }
  return () => Promise.all(held.map((client) => client.end()));
}

async function holdRedis(url: string): Promise<() => Promise<unknown>> {
  const held = Array.from({ length: idleConnections }, () => new Redis(url));
  await Promise.all(held.map((redis) => redis.ping()));
  return () => Promise.all(held.map((redis) => redis.quit()));
}
