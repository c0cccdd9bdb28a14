import type { Fault } from './fault.ts';

export const killRedis: Fault = {
  id: 'kill-redis',
  title: 'kill -9 of Redis',
  needs: 'own-redis',
  aim: ({ redis }, chance) => ({
    target: 'redis',
    lastsMs: chance.between(1_000, 8_000),
    begin() {
      if (!redis) throw new Error('There is no Redis to kill');
      return redis.kill();
    },
  }),
};
