import { join } from 'node:path';
import { createTestDatabase, createTestFolder, sharedMedia, testRedisUrl } from '@atelier/dev-stack/testing';
import { readWorkerEnv } from '@atelier/env';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { sharedMediaProcess } from '@atelier/media/shared-media-process';
import { createConsumer } from '@atelier/queue';
import type { Emitter } from '@atelier/realtime';
import { createDeps, type WorkerDeps } from '../deps.ts';
import { createHandlers } from '../handlers.ts';
import { receiveWebhooks } from './receive-webhooks.ts';

export type SentEvent = { userId: string; name: string; body: Record<string, unknown> };

export type TestWorker = {
  deps: WorkerDeps;
  emulator: FalEmulator;
  events: SentEvent[];
  /** All that the worker stores outside of the stores of database and queue. */
  folder: string;
  /** A role that owns the schema. */
  adminUrl: string;
  /** Starts consuming jobs; without it the test calls the handlers itself. */
  startJobs(): Promise<void>;
  close(): Promise<void>;
};

export type TestWorkerOptions = {
  /** Settings in addition to the defaults below. */
  env?: Record<string, string>;
  /** Gives fal a webhook URL, by default; otherwise polling finds the end. */
  hasWebhook?: boolean;
};

const isRedis = process.env.TEST_QUEUE_BACKEND === 'redis';

/** A worker in this process on real PostgreSQL, the queue backend of this run, real files and the emulator of fal. */
export async function openTestWorker(options: TestWorkerOptions = {}): Promise<TestWorker> {
  const database = await createTestDatabase();
  const folder = await createTestFolder('worker');
  const emulator = await startFalEmulator({
    cacheDir: join(folder, 'emulator'),
    ...(await sharedMedia()),
    media: sharedMediaProcess,
    speed: 0,
  });
  const receiver = await receiveWebhooks(emulator);
  const events: SentEvent[] = [];
  const deps = createDeps(
    readWorkerEnv({
      ATELIER_ENV: 'local',
      DATABASE_URL: database.appUrl,
      DATA_DIR: folder,
      FAL_KEY: 'test',
      FAL_BASE_URL: emulator.url,
      FAL_WEBHOOK_USER_ID: emulator.webhookUserId,
      PUBLIC_URL: receiver.url,
      LOG_LEVEL: 'silent',
      WORKER_CONCURRENCY: '2',
      RENDER_NICE: '10',
      ...(isRedis && { REDIS_URL: await redisUrl() }),
      ...options.env,
    }),
    { realtime: recordInto(events), media: sharedMediaProcess },
  );
  if (options.hasWebhook === false) deps.settings.webhookBaseUrl = undefined;
  receiver.connect(deps);
  let stopJobs = async () => undefined as unknown;

  return {
    deps,
    emulator,
    events,
    folder,
    adminUrl: database.adminUrl,
    async startJobs() {
      const consumer = createConsumer(deps.queue, { handlers: createHandlers(deps), log: deps.log });
      stopJobs = () => consumer.close();
      await consumer.ready();
    },
    async close() {
      await stopJobs();
      await emulator.close();
      await receiver.close();
      await deps.close();
      await database.drop();
    },
  };
}

/** Delivery to browsers is tested in packages/realtime; here only which events are sent, to whom and in which order. */
function recordInto(events: SentEvent[]): Emitter {
  return {
    async emitToUser(userId, name, body) {
      events.push({ userId, name, body: structuredClone(body) as unknown as Record<string, unknown> });
      return true;
    },
    emitToAll: async () => true,
    close: async () => undefined,
  };
}

async function redisUrl(): Promise<string> {
  const url = await testRedisUrl();
  if (url === undefined) throw new Error('The redis half of these tests needs a Redis.');
  return url;
}
