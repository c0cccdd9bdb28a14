import {
  connectDb,
  createOutboxCleaner,
  type Db,
  type EndGeneration,
  groupEnds,
  type OutboxCleaner,
  type Pooler,
} from '@atelier/db';
import { type Log, withoutLogContext } from '@atelier/log';
import { createProducer, createQueueBackend, type Producer, type QueueBackend } from '@atelier/queue';
import type { Telemetry } from '@atelier/telemetry';
import { BreakerCache } from './breaker-cache.ts';

export type Stores = {
  db: Db;
  queue: QueueBackend;
  producer: Producer;
  outboxCleaner: OutboxCleaner;
  /** Ends of this process that come at the same time share a statement. */
  endGeneration: EndGeneration;
  /** Users of whose line an event is about to be sent (packages/generations/src/notify-line.ts). */
  pendingLineEvents: Set<string>;
  breakers: BreakerCache;
  /** Number of generations that one user may have running at the same time. */
  maxRunning: number;
};

type StoreSettings = {
  DATABASE_URL: string;
  DATABASE_POOL: number;
  DATABASE_POOLER: Pooler;
  REDIS_URL?: string | undefined;
  LIMIT_RUNNING: number;
  GROUP_COMMIT: 'on' | 'off';
};

/** The database and the queue, as every process that works on generations connects to them. */
export function connectStores(
  env: StoreSettings,
  { service, log, telemetry }: { service: string; log: Log; telemetry: Telemetry },
): Stores & { closeStores: () => Promise<void> } {
  // A connection serves every request and job, so it must not log in the context of the one that opened it.
  const warn = (fields: object, message: string) => withoutLogContext(() => log.warn(fields, message));
  const db = connectDb({
    databaseUrl: env.DATABASE_URL,
    pooler: env.DATABASE_POOLER,
    applicationName: service,
    maxConnections: env.DATABASE_POOL,
    onError: (error) => warn({ err: error }, 'database connection lost'),
  });
  const queue = createQueueBackend({
    redisUrl: env.REDIS_URL,
    databaseUrl: env.DATABASE_URL,
    isPooled: env.DATABASE_POOLER !== 'none',
    onError: (error, where) => warn({ err: error, where }, 'queue error'),
  });
  const producer = createProducer(queue, {
    trace: (name, send) =>
      telemetry.span({ name: `enqueue ${name}`, kind: 'producer' }, () => send(telemetry.traceParent())),
  });
  const outboxCleaner = createOutboxCleaner(db.pool, (err, rows) =>
    warn({ err, rows }, 'delivered messages stay in the outbox; the sweeper removes them'),
  );
  return {
    db,
    queue,
    producer,
    outboxCleaner,
    endGeneration: groupEnds(db.pool, { isGrouped: env.GROUP_COMMIT === 'on' }),
    pendingLineEvents: new Set(),
    breakers: new BreakerCache({ db, log }),
    maxRunning: env.LIMIT_RUNNING,
    async closeStores() {
      await producer.close();
      await outboxCleaner.close();
      await queue.close();
      await db.close();
    },
  };
}
