import { Redis } from 'ioredis';
import type { Fault } from './fault.ts';

export const flushRedis: Fault = {
  id: 'flush-redis',
  title: 'Redis loses everything',
  needs: 'redis',
  aim: ({ redisUrl, redis }) => ({
    target: 'redis',
    lastsMs: 0,
    async begin() {
      const url = redisUrl ?? `redis://127.0.0.1:${redis?.port()}`;
      const connection = new Redis(url, {
        lazyConnect: true,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
      });
      // Another fault may just have killed it; the call below then fails, and there is nothing to lose.
      connection.on('error', () => undefined);
      // Flushes only this run's database of a shared server.
      await connection
        .connect()
        .then(() => connection.flushdb())
        .catch(() => undefined);
      connection.disconnect();
      return async () => undefined;
    },
  }),
};
