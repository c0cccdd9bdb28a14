import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { AppError } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Consumer, createConsumer, createProducer, generationJobId, type JobContext } from './index.ts';
import { openTestQueues } from './testing/open-test-backend.ts';

const queues = await openTestQueues();
const { backend, producer } = queues;
/** PostgreSQL does not keep completed jobs. */
const completedState = backend.kind === 'postgres' ? 'unknown' : 'completed';
const running: Consumer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((consumer) => consumer.close()));
});
afterAll(() => queues.close());

async function consume(...parameters: Parameters<typeof queues.consume>): Promise<Consumer> {
  const consumer = await queues.consume(...parameters);
  running.push(consumer);
  return consumer;
}

function newJob(step: string) {
  const payload = { generationId: randomUUID() };
  return { payload, jobId: generationJobId(step, payload.generationId, 1) };
}

describe('the consumer', () => {
  it('passes each payload to the handler of its job', async () => {
    const { payload, jobId } = newJob('dispatch');
    const seen = Promise.withResolvers<unknown>();
    await consume({ 'dispatch-generation': async (got, context) => seen.resolve([got, context]) });
    await producer.enqueue('dispatch-generation', payload, { jobId });
    expect(await seen.promise).toEqual([payload, expect.objectContaining({ jobId, attempt: 1 })]);
  });

  it('runs a job when its delay has passed', async () => {
    const { payload } = newJob('dispatch');
    const seen = Promise.withResolvers<unknown>();
    await consume({ 'dispatch-generation': async (got) => seen.resolve(got) });
    await producer.enqueue('dispatch-generation', payload, { delayMs: 200 });
    expect(await seen.promise).toEqual(payload);
  });

  it('lets a job delay itself without using an attempt', async () => {
    const { payload, jobId } = newJob('watch');
    const attempts: number[] = [];
    const done = Promise.withResolvers<void>();
    await consume({
      'watch-generation': async (_payload, context: JobContext) => {
        attempts.push(context.attempt);
        // Uses a fraction, because times are often computed from averages.
        if (attempts.length < 6) context.delayUntil(Date.now() + 20.5);
        done.resolve();
      },
    });
    await producer.enqueue('watch-generation', { ...payload, run: 1 }, { jobId });
    await done.promise;
    await expect.poll(() => backend.queue('watch-generation').getJobState(jobId)).toBe(completedState);
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('retries a job after an unknown error', async () => {
    const { payload, jobId } = newJob('finish');
    const attempts: number[] = [];
    const done = Promise.withResolvers<void>();
    await consume({
      'finish-generation': async (_payload, { attempt }) => {
        attempts.push(attempt);
        if (attempt === 1) throw new Error('the store hiccupped');
        done.resolve();
      },
    });
    await producer.enqueue('finish-generation', payload, { jobId });
    await expect.poll(() => backend.queue('finish-generation').getJobState(jobId)).toBe('delayed');
    await done.promise;
    expect(attempts).toEqual([1, 2]);
  });

  it('retries after an AppError only when its code is retryable', async () => {
    const [refused, later] = [newJob('finish'), newJob('finish')];
    await consume({
      'finish-generation': async ({ generationId }) => {
        throw new AppError(
          generationId === refused.payload.generationId ? 'provider_rejected' : 'unavailable',
        );
      },
    });
    for (const { payload, jobId } of [refused, later]) {
      await producer.enqueue('finish-generation', payload, { jobId });
    }
    const queue = backend.queue('finish-generation');
    await expect.poll(() => queue.getJobState(refused.jobId)).toBe('failed');
    await expect.poll(() => queue.getJobState(later.jobId)).toBe('delayed');
    expect((await queue.getJob(refused.jobId))?.failedReason).toContain('provider_rejected');
    expect(queues.errors.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('provider_rejected'),
    );
  });

  it('fails at once on data that is not a valid payload', async () => {
    const queue = backend.queue('finish-generation');
    await consume({});
    await queue.add('finish-generation', { generationId: 'nonsense' }, { jobId: 'nonsense' });
    await expect.poll(() => queue.getJobState('nonsense')).toBe('failed');
  });

  it('runs a job with the next run number, whether or not the finished one is kept', async () => {
    const { payload, jobId } = newJob('dispatch');
    const seen: string[] = [];
    await consume({ 'dispatch-generation': async (_payload, context) => void seen.push(context.jobId) });
    const queue = backend.queue('dispatch-generation');
    await producer.enqueue('dispatch-generation', payload, { jobId });
    await expect.poll(() => queue.getJobState(jobId)).toBe(completedState);
    const nextId = generationJobId('dispatch', payload.generationId, 2);
    await producer.enqueue('dispatch-generation', payload, { jobId: nextId });
    await expect.poll(() => queue.getJobState(nextId)).toBe(completedState);
    expect(seen).toEqual([jobId, nextId]);
  });

  it('waits for a running job when it closes', async () => {
    const { payload, jobId } = newJob('dispatch');
    const started = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const consumer = await consume({
      'dispatch-generation': async () => {
        started.resolve();
        await mayEnd.promise;
      },
    });
    await producer.enqueue('dispatch-generation', payload, { jobId });
    await started.promise;
    const closing = consumer.close();
    mayEnd.resolve();
    expect(await closing).toBe(true);
    expect(await backend.queue('dispatch-generation').getJobState(jobId)).toBe(completedState);
  });

  it('stops waiting at the cap and aborts the signal of the job', async () => {
    const { payload } = newJob('dispatch');
    const started = Promise.withResolvers<void>();
    const consumer = await consume({
      'dispatch-generation': async (_payload, { signal }) => {
        started.resolve();
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      },
    });
    await producer.enqueue('dispatch-generation', payload);
    await started.promise;
    expect(await consumer.close(50)).toBe(false);
    expect(await consumer.close()).toBe(true);
  });

  it('wraps each run, with the span that enqueued it, and does not treat a self-delay as a failure', async () => {
    const { payload, jobId } = newJob('watch');
    const runs: unknown[] = [];
    const outcomes: string[] = [];
    const tracing = createProducer(backend, { trace: (name, send) => send(`span of ${name}`) });
    await consume(
      {
        'watch-generation': async (_payload, { jobId: each, delayUntil }) => {
          if (each === jobId && runs.length === 1) delayUntil(Date.now());
        },
      },
      {
        around: async (run, work) => {
          // Counts its own jobs only: jobs that other tests left in the queues run too.
          if (run.jobId !== jobId) return work();
          runs.push(run);
          await work();
          outcomes.push('completed');
        },
      },
    );
    await tracing.enqueue('watch-generation', { ...payload, run: 1 }, { jobId });
    const state = () => backend.queue('watch-generation').getJobState(jobId);
    await expect.poll(state, { timeout: 10_000 }).toBe(completedState);
    const run = {
      name: 'watch-generation',
      jobId,
      payload: { ...payload, run: 1 },
      traceParent: 'span of watch-generation',
    };
    expect(runs).toEqual([run, run]);
    expect(outcomes).toEqual(['completed', 'completed']);
  });

  it('logs the end of a job in the context of its run', async () => {
    const { payload } = newJob('dispatch');
    const context = new AsyncLocalStorage<string>();
    const contexts: (string | undefined)[] = [];
    const log = () => void contexts.push(context.getStore());
    await consume(
      { 'dispatch-generation': () => Promise.reject(new Error('no')) },
      {
        around: ({ payload: each }, work) => context.run(String(each.generationId), work),
        log: { debug: log, warn: log, error: log },
      },
    );
    await producer.enqueue('dispatch-generation', payload);
    await expect.poll(() => contexts, { timeout: 10_000 }).toContain(payload.generationId);
  });

  it('refuses to start when a job has no handler or a handler has no job', () => {
    const log = { debug: () => {}, warn: () => {}, error: () => {} };
    const handlers = { sweep: async () => {}, 'no-such-job': async () => {} } as never;
    const start = () => createConsumer(backend, { handlers, log });
    expect(start).toThrow(/dispatch-generation.*no-such-job/);
  });
});
