import { connectDb, type Db } from '@atelier/db';
import { isStoreReachable, type WorkerEnv, webhookBaseUrl } from '@atelier/env';
import { createProvider, type Provider } from '@atelier/fal';
import { createLog, type Log } from '@atelier/log';
import { createMediaProcess, type MediaProcess } from '@atelier/media';
import { createProducer, createQueueBackend, type Producer, type QueueBackend } from '@atelier/queue';
import { createEmitter, type Emitter } from '@atelier/realtime';
import {
  createMediaAddresses,
  createStore,
  type MediaAddresses,
  type Store,
  workFolderOf,
} from '@atelier/storage';
import { createFollower, type Follower } from './follow-progress.ts';
import { createMetrics, type WorkerMetrics } from './metrics/create-metrics.ts';

export type WorkerSettings = {
  /** Absent: fal cannot reach us, so polling alone finishes jobs. */
  webhookBaseUrl: string | undefined;
  /** Whether fal can read files where the store serves them. */
  isStoreReachable: boolean;
  mediaBaseUrl: string;
  /** Hosts that results may be downloaded from. */
  resultHosts: readonly string[];
  /** For files on their way from the provider to the store. */
  workDir: string;
};

export type WorkerDeps = {
  db: Db;
  queue: QueueBackend;
  producer: Producer;
  provider: Provider;
  store: Store;
  mediaAddresses: MediaAddresses;
  media: MediaProcess;
  emitter: Emitter;
  follower: Follower;
  metrics: WorkerMetrics;
  log: Log;
  settings: WorkerSettings;
  close: () => Promise<void>;
};

type Replacements = Partial<Pick<WorkerDeps, 'emitter' | 'store'>>;

/** The only place where the worker's clients are made. Tests put others in the place of some. */
export function createDeps(env: WorkerEnv, replacements: Replacements = {}): WorkerDeps {
  const log = createLog({ service: 'worker', level: env.LOG_LEVEL });
  const db = connectDb({
    databaseUrl: env.DATABASE_URL,
    applicationName: 'atelier-worker',
    maxConnections: env.DATABASE_POOL,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const queue = createQueueBackend({
    redisUrl: env.REDIS_URL,
    databaseUrl: env.DATABASE_URL,
    onError: (error, where) => log.warn({ err: error, where }, 'queue error'),
  });
  const emitter = createEmitter({
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : { pool: db.pool }),
    onError: (error, where) => log.warn({ err: error, where }, 'event not sent'),
  });
  const deps = {
    db,
    queue,
    producer: createProducer(queue),
    provider: createProvider({ key: env.FAL_KEY, baseUrl: env.FAL_BASE_URL, timeoutMs: 20_000 }),
    store: createStore(env),
    mediaAddresses: createMediaAddresses(env),
    media: createMediaProcess({ processes: Math.min(2, env.WORKER_CONCURRENCY) }),
    emitter,
    metrics: createMetrics(),
    log,
    settings: settingsOf(env),
    ...replacements,
  };
  const follower = createFollower(deps, env.FOLLOW_LIMIT);
  const close = async () => {
    follower.close();
    await deps.producer.close();
    await Promise.all([deps.media.close(), deps.emitter.close(), queue.close()]);
    await db.close();
  };
  return { ...deps, follower, close };
}

/** fal's media hosts (fal.md 1.1), or those of the server that stands in for it. */
function settingsOf(env: WorkerEnv): WorkerSettings {
  return {
    webhookBaseUrl: webhookBaseUrl(env),
    isStoreReachable: isStoreReachable(env),
    mediaBaseUrl: env.CDN_BASE_URL ?? '/media',
    resultHosts: env.FAL_BASE_URL ? [new URL(env.FAL_BASE_URL).host] : ['.fal.media'],
    workDir: workFolderOf(env),
  };
}
