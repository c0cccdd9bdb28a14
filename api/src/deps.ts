import { connectDb, type Db } from '@atelier/db';
import type { ApiEnv } from '@atelier/env';
import { createWebhookKeys, type WebhookKeys } from '@atelier/fal';
import { createLog, type Log } from '@atelier/log';
import { createMediaProcess, type MediaProcess } from '@atelier/media';
import { createProducer, createQueueBackend, type Producer, type QueueBackend } from '@atelier/queue';
import { createMediaAddresses, createStore, type MediaAddresses, type Store } from '@atelier/storage';
import { createIdentityProvider, type IdentityProvider } from './modules/auth/identity-provider.ts';
import { createSessions, type Sessions } from './modules/auth/sessions.ts';
import { createPayments, type Payments } from './modules/checkout/payments.ts';
import { createOutboxCleaner, type OutboxCleaner } from './modules/generations/outbox-cleaner.ts';
import { createQueueHealth, type QueueHealth } from './modules/ops/queue-health.ts';

export type ApiDeps = {
  env: ApiEnv;
  db: Db;
  queue: QueueBackend;
  queueHealth: QueueHealth;
  producer: Producer;
  outboxCleaner: OutboxCleaner;
  store: Store;
  media: MediaProcess;
  mediaAddresses: MediaAddresses;
  webhookKeys: WebhookKeys;
  sessions: Sessions;
  identityProvider: IdentityProvider;
  /** Undefined: nothing can be bought here. */
  payments: Payments | undefined;
  log: Log;
  mediaUrl: (key: string) => string;
  close: () => Promise<void>;
};

/** The only place where the API's clients are made; `realtime` joins when there is an HTTP server. */
export function createDeps(env: ApiEnv): ApiDeps {
  const log = createLog({ service: 'api', level: env.LOG_LEVEL });
  const db = connectDb({
    databaseUrl: env.DATABASE_URL,
    applicationName: 'atelier-api',
    maxConnections: env.DATABASE_POOL,
    onError: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  const queue = createQueueBackend({
    redisUrl: env.REDIS_URL,
    databaseUrl: env.DATABASE_URL,
    onError: (error, where) => log.warn({ err: error, where }, 'queue error'),
  });
  const producer = createProducer(queue);
  const outboxCleaner = createOutboxCleaner(db, log);
  const media = createMediaProcess();
  const mediaAddresses = createMediaAddresses(env);
  return {
    env,
    db,
    queue,
    queueHealth: createQueueHealth(queue),
    producer,
    outboxCleaner,
    store: createStore(env),
    media,
    mediaAddresses,
    webhookKeys: createWebhookKeys(env.FAL_JWKS_URL),
    sessions: createSessions(db, {
      isSecure: env.PUBLIC_URL.startsWith('https:'),
      adminEmails: env.ADMIN_EMAILS,
    }),
    identityProvider: createIdentityProvider(env),
    payments: createPayments(env),
    log,
    mediaUrl: mediaAddresses.urlOf,
    async close() {
      await media.close();
      await producer.close();
      await outboxCleaner.close();
      await queue.close();
      await db.close();
    },
  };
}
