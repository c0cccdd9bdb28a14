import { createRedisBackend } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import type { OnError, StoreConnections } from './store-connections.ts';

type Options = { redisUrl: string; prefix: string; onError: OnError };

/**
 * Two kinds of connection, opposite in nature: a producer fails at once while Redis is away (a request waits behind
 * it), a worker waits for Redis as long as it takes. BullMQ adds one blocking connection per worker.
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
      // Short steps: BullMQ's own grow to 20 s, and a worker should be back within 10 s of its Redis.
      retryStrategy: (times) => Math.min(times * 200, 2_000),
    });
    connection.setMaxListeners(0);
    connection.on('error', (error) => onError(error, `queue redis ${role}`));
    connections.set(role, connection);
    return connection;
  }

  const producer = () => connect('producer', { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const consumer = () => connect('consumer', { maxRetriesPerRequest: null });

  return {
    kind: 'redis',
    redis: producer,
    producerOptions: () => ({ connection: producer(), prefix }),
    consumerOptions: () => ({ connection: consumer(), prefix }),
    factory: createRedisBackend,
    // BullMQ's scripts are atomic here; there is nothing to keep apart.
    exclusively: (work) => work(),
    async ping() {
      await producer().ping();
    },
    async close() {
      for (const connection of connections.values()) connection.disconnect();
    },
  };
}
