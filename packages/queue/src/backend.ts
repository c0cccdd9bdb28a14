import { type Processor, Queue, Worker, type WorkerOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { getJobOptions, type JobName, jobNames } from './jobs.ts';
import { connectPostgres } from './postgres-connection.ts';
import { connectRedis } from './redis-connection.ts';
import type { OnError } from './store-connections.ts';

export type QueueBackendOptions = {
  /** Address of Redis. When absent, BullMQ runs on PostgreSQL. */
  redisUrl?: string | undefined;
  databaseUrl: string;
  /** Whether a pooler in session mode is between us and PostgreSQL. Transaction mode cannot work: it has no LISTEN. */
  isPooled?: boolean;
  /** Key prefix on Redis; PostgreSQL keeps all queues of a database in its schema `bullmq`. */
  prefix?: string;
  onError: OnError;
};

/** The store behind all queues of a process. Its parts are for this package only. */
export type QueueBackend = {
  readonly kind: 'redis' | 'postgres';
  readonly redis?: () => Redis;
  readonly onError: OnError;
  /** The queue of this name, created once per backend and closed with it. */
  queue(name: JobName): Queue;
  openWorker(name: JobName, run: Processor, options: Omit<WorkerOptions, 'connection' | 'prefix'>): Worker;
  /** Serializes across processes what BullMQ does not do atomically on PostgreSQL. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /** Removes the errors of jobs from the stores of events, which keep them longer than the jobs. */
  removeErrorEvents(): Promise<void>;
  /** Rejects when the store does not answer; for readiness checks. */
  ping(): Promise<void>;
  /** Close producers and consumers first. */
  close(): Promise<void>;
};

/** Opens no connection; the first queue or worker does. */
export function createQueueBackend(options: QueueBackendOptions): QueueBackend {
  const { redisUrl, databaseUrl, onError } = options;
  const store = redisUrl
    ? connectRedis({ redisUrl, prefix: options.prefix ?? 'atelier', onError })
    : connectPostgres({ databaseUrl, isPooled: options.isPooled, onError });
  const queues = new Map<JobName, Queue>();

  function openQueue(name: JobName): Queue {
    const queueOptions = { ...store.producerOptions(), defaultJobOptions: getJobOptions(name, store.kind) };
    const queue = new Queue(name, queueOptions, store.factory) as unknown as Queue;
    queue.on('error', (error) => onError(error, `queue ${name}`));
    queues.set(name, queue);
    return queue;
  }

  return {
    kind: store.kind,
    redis: store.redis,
    onError,
    queue: (name) => queues.get(name) ?? openQueue(name),
    openWorker(name, run, workerOptions) {
      const allOptions = { ...workerOptions, ...store.consumerOptions() };
      const worker = new Worker(name, run, allOptions, store.factory) as unknown as Worker;
      worker.on('error', (error) => onError(error, `worker ${name}`));
      return worker;
    },
    exclusively: store.exclusively,
    removeErrorEvents: () =>
      store.removeErrorEvents(jobNames.map((name) => queues.get(name) ?? openQueue(name))),
    ping: store.ping,
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await store.close();
    },
  };
}
