import { createTestFolder, hasRedisServer, sharedMedia, testRedisUrl } from '@atelier/dev-stack/testing';
import { describe, expect, it } from 'vitest';
import { cutNetwork } from './faults/cut-network.ts';
import { failStorage } from './faults/fail-storage.ts';
import type { Fault } from './faults/fault.ts';
import { fillDisk } from './faults/fill-disk.ts';
import { flushRedis } from './faults/flush-redis.ts';
import { freezeProcess } from './faults/freeze-process.ts';
import { faults } from './faults/index.ts';
import { killApi } from './faults/kill-api.ts';
import { killPostgres } from './faults/kill-postgres.ts';
import { killRedis } from './faults/kill-redis.ts';
import { killWorker } from './faults/kill-worker.ts';
import { moveClock } from './faults/move-clock.ts';
import { refuseProvider } from './faults/refuse-provider.ts';
import { resetProvider } from './faults/reset-provider.ts';
import { slowProvider } from './faults/slow-provider.ts';
import { runChaos } from './run-chaos.ts';

const hasOwnRedis = hasRedisServer();
const redisUrl = hasOwnRedis ? undefined : await testRedisUrl();
const hasRedis = hasOwnRedis || redisUrl !== undefined;

/** Every fault is in one of them. */
const onPostgres = [killApi, killWorker, killPostgres, freezeProcess, fillDisk, slowProvider, resetProvider];
const onRedis = [killWorker, killRedis, flushRedis, failStorage, refuseProvider, moveClock, cutNetwork];
const runs = [
  { backend: 'postgres', storage: 'disk', faults: onPostgres },
  ...(hasRedis ? [{ backend: 'redis', storage: 's3', faults: onRedis } as const] : []),
] as const;

const isPossible = ({ needs }: Fault) => needs !== 'own-redis' || hasOwnRedis;

describe.concurrent.each(runs)(
  'the product, while everything fails, with jobs on $backend',
  ({ backend, storage, faults: chosen }) => {
    it('loses nothing, doubles nothing and leaves nothing stuck', { timeout: 600_000 }, async () => {
      const struck = chosen.filter(isPossible);
      const summary = await runChaos({
        backend,
        storage,
        redisUrl: backend === 'redis' ? redisUrl : undefined,
        seed: 'short',
        // Every fault strikes once; the time is over before that.
        minutes: 0.2,
        users: 12,
        callsPerSecond: 3,
        faults: struck,
        lanes: 4,
        isHurried: true,
        sampleEveryMs: 1_000,
        folder: await createTestFolder('chaos'),
        mediaDir: (await sharedMedia()).mediaDir,
        signal: new AbortController().signal,
        print: () => undefined,
      });
      expect(summary.violations).toEqual([]);
      expect(Object.keys(summary.faults).toSorted()).toEqual(struck.map(({ id }) => id).toSorted());
      expect(Object.keys(summary.generations)).toContain('completed');
      expect(summary.courses).toMatchObject({
        'api-1 resident memory': { first: expect.any(Number), max: expect.any(Number) },
        'worker-2 open files': { max: expect.any(Number) },
        connections: { max: expect.any(Number) },
        'events of watch-generation': { max: expect.any(Number) },
        'files in work': { max: expect.any(Number) },
        'table generation': { first: expect.any(Number), last: expect.any(Number) },
        'index generation_pkey': { max: expect.any(Number) },
        ...(backend === 'redis' && { 'redis memory': { max: expect.any(Number) } }),
      });
    });
  },
);

it('every fault strikes in one of these runs', () => {
  expect(new Set([...onPostgres, ...onRedis])).toEqual(new Set(faults));
});
