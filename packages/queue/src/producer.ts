import { randomUUID } from 'node:crypto';
import { createBatcher } from '@atelier/coalesce';
import { AppError } from '@atelier/contract';
import type { BulkJobOptions } from 'bullmq';
import type { QueueBackend } from './backend.ts';
import { assertJobId, type JobName, type JobPayload, jobNames, jobs } from './jobs.ts';

type BatchEntry = { name: string; data: unknown; opts: BulkJobOptions };

type Waiting = { entry: BatchEntry } & Pick<PromiseWithResolvers<void>, 'resolve' | 'reject'>;

export type EnqueueOptions = {
  /** Id that adds a job only once; see generationJobId. When absent, the job is always added. */
  jobId?: string;
  delayMs?: number;
};

export type Producer = {
  /**
   * Resolves once the store has the job. Simultaneous calls are sent as one command per queue.
   * @throws AppError unavailable when the store does not answer in time; the job may then still have been added.
   */
  enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    options?: EnqueueOptions,
  ): Promise<void>;
  enqueueMany<Name extends JobName>(
    name: Name,
    entries: readonly ({ payload: JobPayload<Name> } & EnqueueOptions)[],
  ): Promise<void>;
  /** Sends what has been collected. */
  close(): Promise<void>;
};

export type ProducerOptions = {
  timeoutMs?: number;
  batchWindowMs?: number;
  maxBatchSize?: number;
  /** Wraps each call of `enqueue` and passes on the traceparent that the job carries beside its data. */
  trace?: (name: JobName, send: (traceParent: string | undefined) => Promise<void>) => Promise<void>;
};

/** Connects every queue at once, so that the first submission does not wait for it. */
export function createProducer(
  backend: QueueBackend,
  { trace = (_name, send) => send(undefined), ...options }: ProducerOptions = {},
): Producer {
  const { timeoutMs, batchWindowMs, maxBatchSize } = {
    timeoutMs: 3_000,
    batchWindowMs: 2,
    maxBatchSize: 500,
    ...options,
  };
  const batchers = new Map(
    jobNames.map((name) => {
      const queue = backend.queue(name);
      const send = async (waiting: Waiting[]) => {
        const commands = split(backend.kind, waiting).map(async (together) => {
          const entries = together.map(({ entry }) => entry);
          const [{ name, data, opts }] = entries as [BatchEntry];
          const add = () => (entries.length === 1 ? queue.add(name, data, opts) : queue.addBulk(entries));
          const sent = within(timeoutMs, add);
          for (const { resolve, reject } of together) sent.then(resolve, reject);
          await sent;
        });
        await Promise.allSettled(commands);
      };
      return [name, createBatcher(send, { windowMs: batchWindowMs, maxBatchSize })] as const;
    }),
  );
  let isClosed = false;

  async function enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayload<Name>,
    each: EnqueueOptions = {},
  ) {
    const batcher = batchers.get(name);
    if (!batcher) throw new AppError('internal_error', { message: `No job is called "${name}"` });
    if (isClosed) throw new AppError('unavailable', { message: 'The queue producer is closed' });
    await trace(name, (traceParent) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const entry = toEntry(name, payload, { ...each, traceParent });
      void batcher.add({ entry, resolve, reject });
      return promise;
    });
  }

  return {
    enqueue,
    async enqueueMany(name, entries) {
      await Promise.all(entries.map(({ payload, ...each }) => enqueue(name, payload, each)));
    },
    async close() {
      isClosed = true;
      await Promise.all([...batchers.values()].map((batcher) => batcher.flush()));
    },
  };
}

/**
 * Smallest number of jobs for a single command on PostgreSQL. That command creates two temporary tables, which takes 3 to
 * 4 ms; below eight jobs, one command per job, sent concurrently, is faster (0.4 ms each).
 */
const fewest = 8;

/** Splits a batch into commands. On Redis a single command is the fastest for any number. */
function split<Item>(kind: QueueBackend['kind'], items: Item[]): Item[][] {
  return kind === 'postgres' && items.length < fewest ? items.map((item) => [item]) : [items];
}

/** Validated before it joins a batch, so that a bad entry fails alone and not with the whole batch. */
function toEntry(
  name: JobName,
  payload: unknown,
  { jobId, delayMs, traceParent }: EnqueueOptions & { traceParent: string | undefined },
): BatchEntry {
  const parsed = jobs[name].payload.safeParse(payload);
  if (!parsed.success) {
    throw new AppError('internal_error', { message: `Bad payload for "${name}"`, cause: parsed.error });
  }
  if (jobId !== undefined) assertJobId(jobId);
  const delay = delayMs !== undefined && delayMs > 0 ? Math.round(delayMs) : 0;
  const telemetry = traceParent === undefined ? {} : { telemetry: { metadata: traceParent } };
  return { name, data: parsed.data, opts: { jobId: jobId ?? randomUUID(), delay, ...telemetry } };
}

/** Throws AppError unavailable when the work fails or takes longer. */
async function within(timeoutMs: number, work: () => Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([work(), late.promise]);
  } catch (cause) {
    throw new AppError('unavailable', { cause });
  } finally {
    clearTimeout(timer);
  }
}
