import { isProcessAlive } from '@atelier/local-postgres';
import { Redis } from 'ioredis';

const leaseMs = 60_000;
const marker = 'atelier-test:lease';
const compareAndSet = `
  if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1`;

/** The Redis that tests may use: TEST_REDIS_URL, else the one on this machine. It need not exist. */
function redisBase(): string {
  return process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
}

/**
 * Leases one numbered database (1 to 15) of a Redis for as long as this process lives and empties it.
 * Only databases that are empty, or were a test's before and are leased no more, are ever taken.
 * Undefined: no Redis answers.
 */
export async function leaseRedisDatabase(runId: string): Promise<string | undefined> {
  const base = redisBase();
  for (let index = 1; index <= 15; index += 1) {
    const url = urlOf(base, index);
    const redis = await connect(url);
    if (redis === undefined) return undefined;
    if (await takeDatabase(redis, runId)) {
      // Renewed while the process lives; unref: neither timer nor socket keeps it alive.
      setInterval(
        () => void redis.pexpire(marker, leaseMs).catch(() => redis.disconnect()),
        leaseMs / 3,
      ).unref();
      return url;
    }
    redis.disconnect();
  }
  throw new Error(`All databases of ${base} are in use: set TEST_REDIS_URL to a Redis for tests alone.`);
}

/** Empties every database that this test run has leased. */
export async function flushTestRedis(runId: string): Promise<void> {
  for (let index = 1; index <= 15; index += 1) {
    const redis = await connect(urlOf(redisBase(), index));
    if (redis === undefined) return;
    if ((await redis.get(marker))?.startsWith(runId)) await redis.flushdb();
    redis.disconnect();
  }
}

async function takeDatabase(redis: Redis, runId: string): Promise<boolean> {
  const keep = `${marker}:used`;
  const wasTests = (await redis.exists(keep)) === 1;
  if (!wasTests && (await redis.dbsize()) > 0) return false;
  const lease = `${runId} ${process.pid}`;
  if ((await redis.set(marker, lease, 'PX', leaseMs, 'NX')) !== 'OK') {
    if (!(await takeOver(redis, lease, runId))) return false;
  }
  const keys = (await redis.keys('*')).filter((key) => key !== marker);
  if (keys.length > 0) await redis.unlink(...keys);
  // Without an expiry, so that the leftovers of a killed run are known as a test's.
  await redis.set(keep, '1');
  return true;
}

/** A file of the same run whose process has ended needs its database no more. */
async function takeOver(redis: Redis, lease: string, runId: string): Promise<boolean> {
  const previous = await redis.get(marker);
  const [previousRun, previousPid] = previous?.split(' ') ?? [];
  if (previous === null || previousRun !== runId || isProcessAlive(Number(previousPid))) return false;
  // Compared and set in one step: of two processes that saw the same dead one, one gets the database.
  return (await redis.eval(compareAndSet, 1, marker, previous, lease, leaseMs)) === 1;
}

async function connect(url: string): Promise<Redis | undefined> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return redis;
  } catch {
    // No Redis at this address: the caller reports that as "undefined".
    redis.disconnect();
    return undefined;
  }
}

function urlOf(base: string, index: number): string {
  const url = new URL(base);
  url.pathname = `/${index}`;
  return url.href;
}
