import { connectDb, createOutboxCleaner, type Db, type OutboxCleaner } from '@atelier/db';
import { isStoreReachable, type WorkerEnv, webhookBaseUrl } from '@atelier/env';
import { createProvider, createWebhookSigner, type Provider, type WebhookSigner } from '@atelier/fal';
import { createLog, type Log, withoutLogContext } from '@atelier/log';
import { createMediaProcess, type MediaProcess } from '@atelier/media';
import { createProducer, createQueueBackend, type Producer, type QueueBackend } from '@atelier/queue';
import { createEmitter, type Emitter } from '@atelier/realtime';
import {
  createMediaAddresses,
  createStore,
  type guardedPost,
  type MediaAddresses,
  type Store,
  workFolderOf,
} from '@atelier/storage';
import { noTelemetry, type Telemetry } from '@atelier/telemetry';
import { createFollower, type Follower } from './generations/follow-progress.ts';
import { createMetrics, type WorkerMetrics } from './process/metrics.ts';
import { traceProvider } from './process/trace-provider.ts';

export type WorkerSettings = {
  /** Absent: fal cannot reach us, so polling alone finishes jobs. */
  webhookBaseUrl: string | undefined;
  /** Whether fal can read files where the store serves them. */
  isStoreReachable: boolean;
  mediaBaseUrl: string;
  /** Hosts that results may be downloaded from. */
  resultHosts: readonly string[];
  /** Which of users's own servers may be told, and how long they have to answer. */
  webhookRules: Parameters<typeof guardedPost>[2];
  /** For files on their way from the provider to the store. */
  workDir: string;
};

export type WorkerDeps = {
  db: Db;
  queue: QueueBackend;
  producer: Producer;
  outboxCleaner: OutboxCleaner;
  provider: Provider;
  /** Undefined: webhooks are not sent. */
  webhookSigner: WebhookSigner | undefined;
  store: Store;
  mediaAddresses: MediaAddresses;
  media: MediaProcess;
  emitter: Emitter;
  follower: Follower;
  metrics: WorkerMetrics;
  log: Log;
  telemetry: Telemetry;
  settings: WorkerSettings;
  close: () => Promise<void>;
};

type Replacements = Partial<Pick<WorkerDeps, 'emitter' | 'store' | 'telemetry'>>;

/** The only place where the worker's clients are made. Tests put others in the place of some. */
export function createDeps(env: WorkerEnv, replacements: Replacements = {}): WorkerDeps {
  const log = createLog({ service: 'worker', level: env.LOG_LEVEL });
  const { telemetry = noTelemetry } = replacements;
  // A connection serves all jobs, not the one that happened to open it.
  const warn = (fields: object, message: string) => withoutLogContext(() => log.warn(fields, message));
  const db = connectDb({
    databaseUrl: env.DATABASE_URL,
    applicationName: 'atelier-worker',
    maxConnections: env.DATABASE_POOL,
    onError: (error) => warn({ err: error }, 'database connection lost'),
  });
  const queue = createQueueBackend({
    redisUrl: env.REDIS_URL,
    databaseUrl: env.DATABASE_URL,
    onError: (error, where) => warn({ err: error, where }, 'queue error'),
  });
  const emitter = createEmitter({
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : { pool: db.pool }),
    onError: (error, where) => log.warn({ err: error, where }, 'event not sent'),
  });
  const deps = {
    db,
    queue,
    outboxCleaner: createOutboxCleaner(db.pool, (err, rows) =>
      warn({ err, rows }, 'delivered messages stay in the outbox; the sweeper removes them'),
    ),
    producer: createProducer(queue, {
      trace: (name, send) =>
        telemetry.span({ name: `enqueue ${name}`, kind: 'producer' }, () => send(telemetry.traceParent())),
    }),
    provider: traceProvider(
      createProvider({ key: env.FAL_KEY, baseUrl: env.FAL_BASE_URL, timeoutMs: 20_000 }),
      telemetry,
    ),
    webhookSigner: env.WEBHOOK_SIGNING_KEY && createWebhookSigner({ key: env.WEBHOOK_SIGNING_KEY }),
    store: createStore(env),
    mediaAddresses: createMediaAddresses(env),
    media: createMediaProcess({ processes: Math.min(2, env.WORKER_CONCURRENCY) }),
    emitter,
    metrics: createMetrics(),
    log,
    telemetry,
    settings: settingsOf(env),
    ...replacements,
  };
  const follower = createFollower(deps, env.FOLLOW_LIMIT);
  const close = async () => {
    follower.close();
    await deps.producer.close();
    await Promise.all([deps.media.close(), deps.emitter.close(), queue.close()]);
    await deps.outboxCleaner.close();
    await db.close();
    await telemetry.close();
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
    webhookRules: { trustedHosts: env.WEBHOOK_TRUSTED_HOSTS, timeoutMs: 15_000 },
    workDir: workFolderOf(env),
  };
}
