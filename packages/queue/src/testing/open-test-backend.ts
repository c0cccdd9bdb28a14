import { randomUUID } from 'node:crypto';
import { createTestDatabase, testRedisUrl } from '@atelier/dev-stack/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import {
  type Consumer,
  type ConsumerOptions,
  createConsumer,
  createProducer,
  createQueueBackend,
  type JobHandlers,
  migrateQueueSchema,
  type Producer,
  type QueueBackend,
} from '../index.ts';

export const isRedis = process.env.TEST_QUEUE_BACKEND === 'redis';

/** Everything a process needs to reach the same queues; plain data, so that it can be passed to another process. */
export type TestStore = { databaseUrl: string; redisUrl?: string; prefix: string };

export type TestQueues = {
  store: TestStore;
  /** Owner's address of the database, which has BullMQ's schema with either backend. */
  adminUrl: string;
  backend: QueueBackend;
  producer: Producer;
  /** Errors that the backend reported to onError. */
  errors: Error[];
  /** Starts a consumer that `close` closes; jobs without a handler here do nothing. */
  consume(handlers: Partial<JobHandlers>, options?: Partial<ConsumerOptions>): Promise<Consumer>;
  /** Terminates every connection of these queues on the server. */
  cutConnections(): Promise<void>;
  close(): Promise<void>;
};

const silentLog = { debug: () => {}, warn: () => {}, error: () => {} };

/** The backend that TEST_QUEUE_BACKEND names, with an application role that owns nothing. */
export async function openTestQueues(): Promise<TestQueues> {
  const database = await createTestDatabase();
  await migrateQueueSchema(database.adminUrl, new URL(database.appUrl).username);
  const redisUrl = isRedis ? await testRedisUrl() : undefined;
  if (isRedis && redisUrl === undefined) throw new Error('The redis half of these tests needs a Redis.');
  const store: TestStore = { databaseUrl: database.appUrl, redisUrl, prefix: `test-${randomUUID()}` };

  const errors: Error[] = [];
  const backend = createQueueBackend({ ...store, onError: (error) => errors.push(error) });
  const producer = createProducer(backend);
  const consumers: Consumer[] = [];
  return {
    store,
    adminUrl: database.adminUrl,
    backend,
    producer,
    errors,
    async consume(handlers, options) {
      const consumer = createConsumer(backend, { log: silentLog, ...options, handlers: withIdle(handlers) });
      consumers.push(consumer);
      await consumer.ready();
      return consumer;
    },
    cutConnections: () => (redisUrl ? cutRedis(redisUrl, store.prefix) : cutPostgres(database.adminUrl)),
    async close() {
      await producer.close();
      await Promise.all(consumers.map((consumer) => consumer.close()));
      await backend.close();
      await database.drop();
    },
  };
}

async function cutPostgres(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await admin.end();
}

/** Finds our connections by name; BullMQ names its blocking ones after the prefix. The database belongs to this file only. */
async function cutRedis(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  for (const line of String(await redis.client('LIST')).split('\n')) {
    const isOwn = line.includes(' name=atelier-queue-') || line.includes(` name=${prefix}`);
    const id = line.match(/^id=(\d+)/)?.[1];
    if (isOwn && id !== undefined && line.includes(` db=${redis.options.db} `))
      await redis.client('KILL', 'ID', id);
  }
  await redis.quit();
}

export function withIdle(handlers: Partial<JobHandlers>): JobHandlers {
  const idle = async () => {};
  return {
    'dispatch-generation': idle,
    'watch-generation': idle,
    'finish-generation': idle,
    'deliver-webhook': idle,
    'send-push': idle,
    'send-mail': idle,
    sweep: idle,
    'delete-files': idle,
    'erase-accounts': idle,
    'prepare-take-out': idle,
    'render-cut': idle,
    'archive-generations': idle,
    'checkpoint-ledger': idle,
    'compare-storage': idle,
    'reconcile-ledger': idle,
    'check-kinds': idle,
    'reconcile-costs': idle,
    ...handlers,
  };
}
