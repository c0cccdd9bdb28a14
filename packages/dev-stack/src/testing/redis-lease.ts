import { isProcessAlive } from '@atelier/local-postgres';
import { Redis } from 'ioredis';

const leaseMs = 60_000;
const marker = 'atelier-test:lease';
const compareAndSet = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1`;

export type LeasedRedis = { url: string; empty: () => Promise<void> };

/** The Redis for tests: TEST_REDIS_URL, or one on this machine. It need not exist. */
function redisBase(): string {
  return process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
}

/**
 * Leases one numbered database (1 to 15) of a Redis for the lifetime of this process and empties it. Takes only databases
 * that are empty, or that tests used before and whose lease has ended. Undefined when there is no Redis.
 */
export async function leaseRedisDatabase(runId: string): Promise<LeasedRedis | undefined> {
  const base = redisBase();
  for (let index = 1; index <= 15; index += 1) {
    const url = formatUrl(base, index);
    const redis = await connect(url);
    if (redis === undefined) return undefined;
    if (await takeDatabase(redis, runId)) {
      // unref: the renewal must not keep the process alive.
      setInterval(
        () => void redis.pexpire(marker, leaseMs).catch(() => redis.disconnect()),
        leaseMs / 3,
      ).unref();
      return { url, empty: () => empty(redis) };
    }
    redis.disconnect();
  }
  throw new Error(`All databases of ${base} are in use: set TEST_REDIS_URL to a Redis that only tests use.`);
}

/** Empties every database that this test run has leased. */
export async function flushTestRedis(runId: string): Promise<void> {
  for (let index = 1; index <= 15; index += 1) {
    const redis = await connect(formatUrl(redisBase(), index));
    if (redis === undefined) return;
    if ((await redis.get(marker))?.startsWith(runId)) await redis.flushdb();
    redis.disconnect();
  }
}

async function takeDatabase(redis: Redis, runId: string): Promise<boolean> {
  const usedKey = `${marker}:used`;
  const wasTests = (await redis.exists(usedKey)) === 1;
  if (!wasTests && (await redis.dbsize()) > 0) return false;
  const lease = `${runId} ${process.pid}`;
  if ((await redis.set(marker, lease, 'PX', leaseMs, 'NX')) !== 'OK') {
    if (!(await takeOver(redis, lease, runId))) return false;
  }
  await empty(redis);
  // Never expires, so that leftovers of a killed run are recognized as a test's.
  await redis.set(usedKey, '1');
  return true;
}

async function empty(redis: Redis): Promise<void> {
  const keys = (await redis.keys('*')).filter((key) => !key.startsWith(marker));
  if (keys.length > 0) await redis.unlink(...keys);
}

/** Takes over the database of a test file of the same run whose process has ended. */
async function takeOver(redis: Redis, lease: string, runId: string): Promise<boolean> {
  const previous = await redis.get(marker);
  const [previousRun, previousPid] = previous?.split(' ') ?? [];
  if (previous === null || previousRun !== runId || isProcessAlive(Number(previousPid))) return false;
  // Atomic: if two processes find the same dead holder, only one gets the database.
  return (await redis.eval(compareAndSet, 1, marker, previous, lease, leaseMs)) === 1;
}

async function connect(url: string): Promise<Redis | undefined> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return redis;
  } catch {
    // No Redis at this address.
    redis.disconnect();
    return undefined;
  }
}

function formatUrl(base: string, index: number): string {
  const url = new URL(base);
  url.pathname = `/${index}`;
  return url.href;
}
