import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@atelier/contract';
import Fastify from 'fastify';
import { Client, type QueryResultRow } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createBoardPlugin } from './board.ts';
import {
  checkRedisDurability,
  createQueueBackend,
  generationJobId,
  jobNames,
  queueMetrics,
  restoreSchedules,
  upsertSchedules,
} from './index.ts';
import { isRedis, openTestQueues } from './testing/open-test-backend.ts';

const queues = await openTestQueues();
const { backend, producer } = queues;
afterAll(() => queues.close());

describe('the queues', () => {
  it('answer a ping', async () => {
    await backend.queue('sweep').waitUntilReady();
    await expect(backend.ping()).resolves.toBeUndefined();
  });

  it('count their jobs by state and report the age of the one at the head', async () => {
    await producer.enqueue('delete-files', { generationId: randomUUID() });
    await producer.enqueue('delete-files', { generationId: randomUUID() }, { delayMs: 60_000 });
    const metrics = await queueMetrics(backend);
    expect(metrics.map(({ name }) => name)).toEqual(jobNames);
    expect(metrics.find(({ name }) => name === 'delete-files')).toMatchObject({
      counts: { waiting: 1, delayed: 1, active: 0, failed: 0, completed: 0 },
      oldestWaitingAgeSeconds: expect.any(Number),
    });
    expect(metrics.find(({ name }) => name === 'sweep')?.oldestWaitingAgeSeconds).toBeNull();
  });

  it('have one schedule each, however many processes start', async () => {
    const startProcess = async () => {
      const own = createQueueBackend({ ...queues.store, onError: (error) => queues.errors.push(error) });
      await upsertSchedules(own);
      await own.close();
    };
    await Promise.all(Array.from({ length: 10 }, startProcess));
    await upsertSchedules(backend);
    const schedulers = await backend.queue('sweep').getJobSchedulers();
    expect(schedulers.map(({ key, every }) => [key, Number(every)])).toEqual([['sweep', 10_000]]);
    for (const name of ['reconcile-ledger', 'erase-accounts'] as const)
      expect(await backend.queue(name).getJobSchedulersCount()).toBe(1);
    const { delayed = 0, waiting = 0 } = await backend.queue('sweep').getJobCounts('delayed', 'waiting');
    expect(delayed + waiting).toBe(1);
  });

  it('have their schedules again when they have lost them', async () => {
    await upsertSchedules(backend);
    expect(await restoreSchedules(backend)).toBe(false);
    for (const name of jobNames) await backend.queue(name).removeJobScheduler(name);
    expect(await restoreSchedules(backend)).toBe(true);
    expect(await backend.queue('erase-accounts').getJobSchedulersCount()).toBe(1);
    expect(await restoreSchedules(backend)).toBe(false);
  });

  it('have lost nothing while a process that starts has written some of their schedules', async () => {
    await upsertSchedules(backend);
    await backend.queue('erase-accounts').removeJobScheduler('erase-accounts');
    expect(await restoreSchedules(backend)).toBe(false);
    expect(await backend.queue('erase-accounts').getJobSchedulersCount()).toBe(1);
  });

  it('run a scheduled job', async () => {
    const swept = Promise.withResolvers<unknown>();
    const consumer = await queues.consume({ sweep: async (payload) => swept.resolve(payload) });
    expect(await swept.promise).toEqual({});
    await consumer.close();
  });

  it('appear on the board, which refuses changes when it is read-only', async () => {
    const app = Fastify();
    await app.register(createBoardPlugin(backend, { basePath: '/ops/queues' }), { prefix: '/ops/queues' });
    expect((await app.inject('/ops/queues')).statusCode).toBe(200);
    const listed = await app.inject('/ops/queues/api/queues');
    expect(listed.json().queues.map(({ name }: { name: string }) => name)).toEqual(jobNames);
    const paused = await app.inject({ method: 'PUT', url: '/ops/queues/api/queues/sweep/pause' });
    expect(paused.statusCode).toBe(405);
    expect(await backend.queue('sweep').isPaused()).toBe(false);
    await app.close();
  });

  it('warn about a store that may lose jobs, or refuse to start with it', async () => {
    const warnings: string[] = [];
    const onWarning = (message: string) => void warnings.push(message);
    const isDurable = !isRedis || String(await backend.redis?.().config('GET', 'appendonly')).endsWith('yes');
    await checkRedisDurability(backend, { requireDurableRedis: false, onWarning });
    expect(warnings.some((warning) => warning.includes('appendonly'))).toBe(!isDurable);
    const strict = checkRedisDurability(backend, { requireDurableRedis: true, onWarning });
    await (isDurable ? strict : expect(strict).rejects.toMatchObject({ code: 'unavailable' }));
  });

  it('continue without a restart after every connection was cut', async () => {
    const consumed: string[] = [];
    const consumer = await queues.consume({
      'dispatch-generation': async ({ generationId }) => void consumed.push(generationId),
    });
    const [before, after] = [randomUUID(), randomUUID()];
    await producer.enqueue('dispatch-generation', { generationId: before });
    await expect.poll(() => consumed).toEqual([before]);
    await queues.cutConnections();
    // A producer fails at once while the store is down; this loop stands for the retry of its caller, the sweep.
    const jobId = generationJobId('dispatch', after, 1);
    const enqueue = () => producer.enqueue('dispatch-generation', { generationId: after }, { jobId });
    await vi.waitFor(enqueue, { timeout: 10_000, interval: 100 });
    await expect.poll(() => consumed, { timeout: 15_000 }).toEqual([before, after]);
    await consumer.close();
  });

  it('write no events on PostgreSQL, where one connection listens for all of a process', async () => {
    const ran = new Set<string>();
    const failed = Promise.withResolvers<void>();
    const consumer = await queues.consume({
      'dispatch-generation': async ({ generationId }) => void ran.add(generationId),
      'delete-files': async () => {
        failed.resolve();
        throw new AppError('not_found');
      },
    });
    const ids = Array.from({ length: 20 }, () => randomUUID());
    const [first = '', ...many] = ids;
    await producer.enqueue('dispatch-generation', { generationId: first });
    await producer.enqueueMany(
      'dispatch-generation',
      many.map((generationId) => ({ payload: { generationId } })),
    );
    await producer.enqueue('delete-files', { generationId: first });
    await expect.poll(() => ran.size).toBe(ids.length);
    await failed.promise;
    expect(await listening()).toHaveLength(isRedis ? 0 : 1);
    await consumer.close();
    expect(await asAdmin('select from bullmq.event')).toEqual([]);
    expect(await listening()).toEqual([]);
  });

  it('listen again when only that connection was cut', async () => {
    const consumed: string[] = [];
    const consumer = await queues.consume({
      'dispatch-generation': async ({ generationId }) => void consumed.push(generationId),
    });
    for (const { pid } of await listening()) await asAdmin(`select pg_terminate_backend(${pid})`);
    await expect.poll(listening).toHaveLength(isRedis ? 0 : 1);
    const generationId = randomUUID();
    await producer.enqueue('dispatch-generation', { generationId });
    await expect.poll(() => consumed).toEqual([generationId]);
    await consumer.close();
  });

  it('survive the loss of a connection between two statements', async () => {
    const reported = queues.errors.length;
    await backend.exclusively(async () => {
      await queues.cutConnections();
      // Exclusive work holds no connection on Redis.
      if (!isRedis)
        await expect.poll(() => queues.errors.length, { timeout: 20_000 }).toBeGreaterThan(reported);
    });
    await vi.waitFor(() => backend.ping(), { timeout: 20_000, interval: 100 });
  });

  // A queue that knows its workers by name takes a new process for the old one, and what that had is stuck.
  it('hand the job of a killed process to the same program when it is started again, and then to another', {
    tags: 'faults',
  }, async () => {
    const generationId = randomUUID();
    const jobId = generationJobId('finish', generationId, 1);
    const first = forkWorker();
    const taken = once(first, 'message');
    await producer.enqueue('finish-generation', { generationId }, { jobId });
    expect(await taken).toContain(jobId);
    await kill(first);

    const again = forkWorker();
    expect(await once(again, 'message')).toContain(jobId);
    await kill(again);

    const takenOver = Promise.withResolvers<string>();
    const consumer = await queues.consume(
      { 'finish-generation': async (_payload, context) => takenOver.resolve(context.jobId) },
      { stalls: shortStalls },
    );
    expect(await takenOver.promise).toBe(jobId);
    await consumer.close();
  });

  // Rescuers that go by the age of a job take it from a worker that is still at it.
  it('leave a job that outlasts its lock several times to its worker, while others look for stopped ones', {
    tags: 'faults',
  }, async () => {
    const generationId = randomUUID();
    const runs: string[] = [];
    const ended = Promise.withResolvers<void>();
    const handlers = {
      'finish-generation': async (_payload: unknown, { jobId }: { jobId: string }) => {
        runs.push(jobId);
        await wait(4 * shortStalls.lockDurationMs);
        ended.resolve();
      },
    };
    const consumers = [
      await queues.consume(handlers, { stalls: shortStalls }),
      await queues.consume(handlers, { stalls: shortStalls }),
    ];
    await producer.enqueue('finish-generation', { generationId });
    await ended.promise;
    await Promise.all(consumers.map((consumer) => consumer.close()));
    expect(runs).toHaveLength(1);
  });
});

async function asAdmin<Row extends QueryResultRow>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: queues.adminUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

const listening = () =>
  asAdmin<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen bullmq%'`,
  );

const shortStalls = { lockDurationMs: 1_000, stalledIntervalMs: 500 };

function forkWorker(): ChildProcess {
  const fixture = new URL('./testing/hanging-worker.ts', import.meta.url);
  return fork(fixture, [JSON.stringify(queues.store)], { execArgv: [] });
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
