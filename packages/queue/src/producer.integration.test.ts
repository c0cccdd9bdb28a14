import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProducer, createQueueBackend, generationJobId } from './index.ts';
import { isRedis, openTestQueues } from './testing/open-test-backend.ts';

const queues = await openTestQueues();
const { backend, producer } = queues;
afterAll(() => queues.close());

const queue = backend.queue('dispatch-generation');
beforeEach(() => queue.drain(true));

describe('the producer', () => {
  it('stores a job under its id with its payload', async () => {
    const generationId = randomUUID();
    const jobId = generationJobId('dispatch', generationId, 1);
    await producer.enqueue('dispatch-generation', { generationId }, { jobId });
    const job = await queue.getJob(jobId);
    expect(job?.data).toEqual({ generationId });
    expect(await job?.getState()).toBe('waiting');
  });

  it('sends simultaneous calls as a few commands and settles each caller', async () => {
    const addBulk = vi.spyOn(queue, 'addBulk');
    const added = Array.from({ length: 200 }, () =>
      producer.enqueue('dispatch-generation', { generationId: randomUUID() }),
    );
    await Promise.all(added);
    expect(addBulk.mock.calls.length).toBeLessThan(10);
    expect(await queue.getWaitingCount()).toBe(200);
    addBulk.mockRestore();
  });

  it('sends a few jobs by one command on Redis, and by one each on PostgreSQL, where each fails alone', async () => {
    const fails = () => Promise.reject(new Error('refused'));
    const add = vi.spyOn(queue, 'add').mockImplementationOnce(fails);
    const addBulk = vi.spyOn(queue, 'addBulk').mockImplementationOnce(fails);
    const few = () =>
      Promise.allSettled(
        Array.from({ length: 3 }, () =>
          producer.enqueue('dispatch-generation', { generationId: randomUUID() }),
        ),
      );
    const [failed, sent] = [await few(), await few()];
    const statuses = failed.map(({ status }) => status);
    expect(statuses).toEqual(
      isRedis ? ['rejected', 'rejected', 'rejected'] : ['rejected', 'fulfilled', 'fulfilled'],
    );
    expect(failed[0]).toMatchObject({ reason: { code: 'unavailable', isRetryable: true } });
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect([add.mock.calls.length, addBulk.mock.calls.length]).toEqual(isRedis ? [0, 2] : [6, 0]);
    expect(await queue.getWaitingCount()).toBe(isRedis ? 3 : 5);
    add.mockRestore();
    addBulk.mockRestore();
  });

  it('adds an id once, even if one batch or several contain it repeatedly', async () => {
    const payload = { generationId: randomUUID() };
    const jobId = generationJobId('dispatch', payload.generationId, 1);
    const again = () => producer.enqueue('dispatch-generation', payload, { jobId });
    await Promise.all([again(), again(), again()]);
    await again();
    expect(await queue.getWaitingCount()).toBe(1);
  });

  it('holds a delayed job back', async () => {
    await producer.enqueue('dispatch-generation', { generationId: randomUUID() }, { delayMs: 60_000 });
    expect(await queue.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 0, delayed: 1 });
  });

  it('enqueues many at once', async () => {
    await producer.enqueueMany('dispatch-generation', [
      { payload: { generationId: randomUUID() } },
      { payload: { generationId: randomUUID() }, delayMs: 60_000 },
    ]);
    expect(await queue.getJobCounts('waiting', 'delayed')).toEqual({ waiting: 1, delayed: 1 });
  });

  it('rejects a bad payload or id without affecting the other calls of the batch', async () => {
    const generationId = randomUUID();
    const results = await Promise.allSettled([
      producer.enqueue('dispatch-generation', { generationId: 'not-an-id' }),
      producer.enqueue('dispatch-generation', { generationId }, { jobId: 'a:b' }),
      producer.enqueue('dispatch-generation', { generationId }, { jobId: '42' }),
      producer.enqueue('dispatch-generation', { generationId }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(await queue.getWaitingCount()).toBe(1);
  });

  it('sends what was collected before it closes, and rejects later calls', async () => {
    const closing = createProducer(backend);
    const added = closing.enqueue('dispatch-generation', { generationId: randomUUID() });
    await closing.close();
    await added;
    expect(await queue.getWaitingCount()).toBe(1);
    const late = closing.enqueue('dispatch-generation', { generationId: randomUUID() });
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('rejects with unavailable when the store does not answer', async () => {
    const closedPort = '127.0.0.1:9';
    const unreachable = createQueueBackend({
      databaseUrl: `postgres://nobody@${closedPort}/nothing`,
      redisUrl: isRedis ? `redis://${closedPort}` : undefined,
      onError: () => {},
    });
    const failing = createProducer(unreachable, { timeoutMs: 300 });
    const added = failing.enqueue('dispatch-generation', { generationId: randomUUID() });
    await expect(added).rejects.toMatchObject({ code: 'unavailable', isRetryable: true });
    await unreachable.close();
  });
});
