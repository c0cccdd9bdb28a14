import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDb, type Queryable } from '@atelier/db';
import type { TestWorker } from './open-test-worker.ts';

/**
 * Every place where the bytes of a marker are: `table` for each table of every schema, BullMQ's included, `redis` for
 * each kind of key, `file` for each file of the worker. Sorted, each once.
 */
export async function findMarker(worker: TestWorker, marker: string): Promise<string[]> {
  const owner = connectDb({
    databaseUrl: worker.adminUrl,
    applicationName: 'search',
    maxConnections: 1,
    onError: () => undefined,
  });
  try {
    const found = [
      ...(await searchTables(owner.pool, marker)),
      ...(await searchRedis(worker, marker)),
      ...(await searchFiles(worker.folder, marker)),
    ];
    return [...new Set(found)].sort();
  } finally {
    await owner.close();
  }
}

/** Searches rows as text, which is all of their columns; bytea appears in hex, jsonb as JSON. */
async function searchTables(on: Queryable, marker: string): Promise<string[]> {
  const { rows: tables } = await on.query<{ name: string; path: string }>(
    `select table_name as name, format('%I.%I', table_schema, table_name) as path
       from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name, path } of tables) {
    const { rows } = await on.query(
      `select 1 from ${path} as t where strpos(lower(t::text), $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
      [marker.toLowerCase(), Buffer.from(marker).toString('hex')],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

async function searchRedis({ deps }: TestWorker, marker: string): Promise<string[]> {
  const redis = deps.queue.redis?.();
  if (!redis) return [];
  const found: string[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    const value = await readRedis(redis, key, type);
    if (JSON.stringify([key, value]).toLowerCase().includes(marker.toLowerCase()))
      found.push(`redis ${type}`);
  }
  return found;
}

type Redis = ReturnType<NonNullable<TestWorker['deps']['queue']['redis']>>;

async function readRedis(redis: Redis, key: string, type: string): Promise<unknown> {
  if (type === 'string') return redis.get(key);
  if (type === 'hash') return redis.hgetall(key);
  if (type === 'list') return redis.lrange(key, 0, -1);
  if (type === 'set') return redis.smembers(key);
  if (type === 'zset') return redis.zrange(key, '0', '-1');
  if (type === 'stream') return redis.xrange(key, '-', '+');
  // It has expired since the keys were listed, as locks and marks of BullMQ do.
  if (type === 'none') return null;
  throw new Error(`The search does not know the type ${type} of ${key}`);
}

async function searchFiles(folder: string, marker: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if (path.includes(marker) || (await readFile(path, 'latin1')).includes(marker)) return ['file'];
  }
  return [];
}
