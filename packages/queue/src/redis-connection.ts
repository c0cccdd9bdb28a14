import { AppError } from '@atelier/contract';
import { createRedisBackend, type Queue } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { JobName } from './jobs.ts';
import type { OnError, StoreConnections } from './store-connections.ts';

type Options = { redisUrl: string; prefix: string; onError: OnError };

/**
 * Opens two kinds of connection with opposite needs: a producer fails at once while Redis is down, since a request waits
 * for it; a worker waits for Redis as long as it takes. BullMQ adds one blocking connection per worker.
 */
export function connectRedis({ redisUrl, prefix, onError }: Options): StoreConnections {
  const connections = new Map<string, Redis>();

  function connect(role: 'producer' | 'consumer', options: RedisOptions): Redis {
    const existing = connections.get(role);
    if (existing) return existing;
    const connection = new Redis(redisUrl, {
      ...options,
      connectionName: `atelier-queue-${role}`,
      connectTimeout: 5_000,
      // Keeps steps short: BullMQ's default backoff grows to 20 s, and a worker should be back within 10 s of Redis.
      retryStrategy: (times) => Math.min(times * 200, 2_000),
    });
    connection.setMaxListeners(0);
    connection.on('error', (error) => onError(error, `queue redis ${role}`));
    connections.set(role, connection);
    return connection;
  }

  const producer = () =>
    connect('producer', {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      // Sends the rate limit counts of one turn in one write.
      enableAutoPipelining: true,
    });
  const consumer = () => connect('consumer', { maxRetriesPerRequest: null });

  return {
    kind: 'redis',
    redis: producer,
    producerOptions: () => ({ connection: producer(), prefix }),
    consumerOptions: () => ({ connection: consumer(), prefix }),
    factory: createRedisBackend,
    // BullMQ's scripts are atomic on Redis, so there is nothing to serialize.
    exclusively: (work) => work(),
    async removeErrorEvents(queues) {
      // Removes all events: finding those with an error would require reading the stream.
      for (const queue of queues) await producer().xtrim(queue.toKey('events'), 'MAXLEN', 0);
    },
    async ping() {
      await producer().ping();
    },
    async close() {
      for (const connection of connections.values()) connection.disconnect();
    },
  };
}

export type RedisDurabilityOptions = {
  /** Whether a Redis that may drop jobs stops the process; true in production. */
  requireDurableRedis: boolean;
  onWarning: (message: string) => void;
};

/**
 * Reads the server's settings (by INFO, which managed servers allow where they refuse CONFIG). Does nothing on PostgreSQL.
 * Call it once at start.
 * @throws AppError unavailable when a setting is wrong and `requireDurableRedis` is set.
 */
export async function checkRedisDurability(
  backend: { redis?: () => Redis; queue(name: JobName): Queue },
  options: RedisDurabilityOptions,
): Promise<void> {
  if (!backend.redis) return;
  await backend.queue('sweep').waitUntilReady();
  const problems = findProblems(
    `${await backend.redis().info('memory')}${await backend.redis().info('persistence')}`,
  );
  if (problems.length === 0) return;
  if (options.requireDurableRedis) throw new AppError('unavailable', { message: problems.join('; ') });
  for (const problem of problems) options.onWarning(problem);
}

function findProblems(info: string): string[] {
  const read = (field: string) => info.match(new RegExp(`^${field}:(\\S+)`, 'm'))?.[1];
  const policy = read('maxmemory_policy');
  const problems: string[] = [];
  if (policy !== 'noeviction')
    problems.push(`Redis maxmemory-policy is "${policy}"; it must be "noeviction"`);
  if (read('aof_enabled') !== '1')
    problems.push('Redis appendonly is off; jobs of the last minutes can be lost');
  return problems;
}
