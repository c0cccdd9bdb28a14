import { connectDb, createOutboxCleaner, type Db, type OutboxCleaner } from '@atelier/db';
import type { ApiEnv } from '@atelier/env';
import { createWebhookKeys, createWebhookSigner, type WebhookKeys, type WebhookSigner } from '@atelier/fal';
import { createLog, type Log, withoutLogContext } from '@atelier/log';
import { createMediaProcess, type MediaProcess } from '@atelier/media';
import { createProducer, createQueueBackend, type Producer, type QueueBackend } from '@atelier/queue';
import { createMediaAddresses, createStore, type MediaAddresses, type Store } from '@atelier/storage';
import { noTelemetry, type Telemetry } from '@atelier/telemetry';
import { createIdentityProvider, type IdentityProvider } from './modules/auth/identity-provider.ts';
import { createSessions, type Sessions } from './modules/auth/sessions.ts';
import { createPayments, type Payments } from './modules/checkout/payments.ts';
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
  /** fal's keys. */
  webhookKeys: WebhookKeys;
  /** Our own. Undefined: nobody can be told by webhook. */
  webhookSigner: WebhookSigner | undefined;
  sessions: Sessions;
  identityProvider: IdentityProvider;
  /** Undefined: nothing can be bought here. */
  payments: Payments | undefined;
  log: Log;
  telemetry: Telemetry;
  /** Whether this process was told to stop; see plugins/drain.ts. */
  drain: { hasBegun: boolean };
  mediaUrl: (key: string) => string;
  close: () => Promise<void>;
};

/** The only place where the API's clients are made; `realtime` joins when there is an HTTP server. */
export function createDeps(env: ApiEnv, telemetry: Telemetry = noTelemetry): ApiDeps {
  const log = createLog({ service: 'api', level: env.LOG_LEVEL });
  // A connection serves whoever comes, not the request that happened to open it.
  const warn = (fields: object, message: string) => withoutLogContext(() => log.warn(fields, message));
  const db = connectDb({
    databaseUrl: env.DATABASE_URL,
    applicationName: 'atelier-api',
    maxConnections: env.DATABASE_POOL,
    onError: (error) => warn({ err: error }, 'database connection lost'),
  });
  const queue = createQueueBackend({
    redisUrl: env.REDIS_URL,
    databaseUrl: env.DATABASE_URL,
    onError: (error, where) => warn({ err: error, where }, 'queue error'),
  });
  const producer = createProducer(queue, {
    trace: (name, send) =>
      telemetry.span({ name: `enqueue ${name}`, kind: 'producer' }, () => send(telemetry.traceParent())),
  });
  const outboxCleaner = createOutboxCleaner(db.pool, (err, rows) =>
    warn({ err, rows }, 'delivered messages stay in the outbox; the sweeper removes them'),
  );
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
    webhookSigner:
      env.WEBHOOK_SIGNING_KEY &&
      createWebhookSigner({ key: env.WEBHOOK_SIGNING_KEY, previousKey: env.WEBHOOK_PREVIOUS_SIGNING_KEY }),
    sessions: createSessions(db, {
      isSecure: env.PUBLIC_URL.startsWith('https:'),
      adminEmails: env.ADMIN_EMAILS,
    }),
    identityProvider: createIdentityProvider(env),
    payments: createPayments(env),
    log,
    telemetry,
    drain: { hasBegun: false },
    mediaUrl: mediaAddresses.urlOf,
    async close() {
      await media.close();
      await producer.close();
      await outboxCleaner.close();
      await queue.close();
      await db.close();
      await telemetry.close();
    },
  };
}
