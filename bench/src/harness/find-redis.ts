import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasRedisServer, startRedisServer } from '@atelier/dev-stack/testing';
import { Redis } from 'ioredis';

/** Provides scenarios with a Redis. `open` returns the address of a database that only the caller uses. */
export type RedisSource = { open(resources: AsyncDisposableStack): Promise<string> };

const leaseKey = 'atelier-bench:lease';

/** A new server if the program is installed, else an empty database of a running one. */
export async function findRedis(): Promise<RedisSource | undefined> {
  if (hasRedisServer()) return { open: startServer };
  const base = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
  const redis = connect(base);
  try {
    await redis.connect();
    return { open: (resources) => leaseDatabase(base, resources) };
  } catch {
    // No Redis: the caller reports it.
    return undefined;
  } finally {
    redis.disconnect();
  }
}

async function startServer(resources: AsyncDisposableStack): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-redis-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startRedisServer(folder);
  resources.defer(() => server.kill());
  return server.url;
}

async function leaseDatabase(base: string, resources: AsyncDisposableStack): Promise<string> {
  for (let index = 15; index >= 1; index -= 1) {
    const url = new URL(base);
    url.pathname = `/${index}`;
    const redis = connect(url.href);
    await redis.connect();
    const isLeased = (await redis.dbsize()) === 0 && (await redis.setnx(leaseKey, process.pid)) === 1;
    if (isLeased) {
      resources.defer(async () => {
        await redis.flushdb();
        redis.disconnect();
      });
      return url.href;
    }
    redis.disconnect();
  }
  throw new Error(`All databases of ${base} are in use: set TEST_REDIS_URL to another Redis.`);
}

/** Deletes what a stack left behind, for the next stack of the same scenario. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = connect(url);
  await redis.connect();
  const keys = (await redis.keys('*')).filter((key) => key !== leaseKey);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

function connect(url: string): Redis {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: null });
  // Failures are reported by the command that hits them.
  redis.on('error', () => undefined);
  return redis;
}
