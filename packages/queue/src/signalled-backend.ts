// Internals of bullmq 6.7.0. Its worker fetches a job, and waits with `waitForJob` only after a fetch that returned none
// (dist/esm/classes/worker.js). Its SQL notifies the channel `bullmq_jobs`, with the name of the queue, of every change
// that a waiting worker has to know of, a new delay included. The rest is the documented interface IQueueBackend.
// Its own `waitForJob` opens a connection for each worker and sends two statements to find out what the fetch before it
// and the notifications since have already said. At an upgrade: docs/library-internals.md.
import { type BackendFactory, type PgPool, PostgresConnection, PostgresQueueBackend } from 'bullmq';
import type { Pool } from 'pg';
import { createJobSignals, type JobSignals } from './job-signals.ts';

const channel = 'bullmq_jobs';

/** Longest time in which a worker does not look for jobs, whatever signals it receives; the one of Redis. */
const maxWaitSeconds = 10;

/** Creates the backends of all queues and workers of a process over one pool. */
export function createSignalledBackends(pool: Pool): BackendFactory<PostgresQueueBackend> {
  const signals = createJobSignals(pool, channel);
  const named = nameStatements(pool);
  return (name, options) =>
    new SignalledBackend(signals, new PostgresConnection(named), name, {
      ...options,
      connection: named,
    });
}

/** Waits for the signals of its queue. No connection is named after a worker, so BullMQ's `getWorkers` finds none. */
export class SignalledBackend extends PostgresQueueBackend {
  readonly #signals: JobSignals;
  /** Count of signals before the fetch that ended last. When the worker waits, that fetch returned no job. */
  #fetchedAt = -1;
  #isInterrupted = false;
  #endWait: (() => void) | undefined;

  constructor(signals: JobSignals, ...rest: ConstructorParameters<typeof PostgresQueueBackend>) {
    super(...rest);
    this.#signals = signals;
  }

  override get maximumBlockTimeout(): number {
    return maxWaitSeconds;
  }

  override moveToActive(...args: Parameters<PostgresQueueBackend['moveToActive']>) {
    return this.#fetch(() => super.moveToActive(...args));
  }

  override moveToCompleted(...args: Parameters<PostgresQueueBackend['moveToCompleted']>) {
    const move = () => super.moveToCompleted(...args);
    const [, , , , isFetching] = args;
    return isFetching ? this.#fetch(move) : move();
  }

  async #fetch<Result>(fetch: () => Promise<Result>): Promise<Result> {
    const count = this.#signals.count(this.queueName);
    const result = await fetch();
    this.#fetchedAt = count;
    return result;
  }

  /** Resolves at the next signal, or after `timeoutSeconds`. */
  override async waitForJob(timeoutSeconds: number): Promise<null> {
    if (!this.closing && !this.#isInterrupted) await this.#signals.join(this);
    const isOver = () =>
      this.closing !== undefined ||
      this.#isInterrupted ||
      this.#signals.count(this.queueName) !== this.#fetchedAt;
    if (isOver()) return null;
    const { promise, resolve } = Promise.withResolvers<null>();
    const end = () => resolve(null);
    const stop = this.#signals.onSignal(() => isOver() && end());
    const timer = setTimeout(end, timeoutSeconds * 1_000);
    this.#endWait = end;
    await promise;
    clearTimeout(timer);
    stop();
    return null;
  }

  override async disconnectBlocking(): Promise<void> {
    this.#isInterrupted = true;
    this.#endWait?.();
  }

  override async reconnectBlocking(): Promise<void> {
    this.#isInterrupted = false;
  }

  override async close(force?: boolean): Promise<void> {
    const closed = super.close(force);
    this.#endWait?.();
    this.#signals.leave(this);
    await closed;
  }
}

/** Names the commands, so that PostgreSQL parses and plans each once per connection. */
function nameStatements(pool: Pool): PgPool {
  const names = new Map<string, string>();
  const named = {
    query(text: string, values: unknown[]) {
      const name = names.get(text) ?? `bullmq-${names.size}`;
      names.set(text, name);
      return pool.query({ name, text, values });
    },
    connect: () => pool.connect(),
    end: () => pool.end(),
    on: pool.on.bind(pool),
    removeAllListeners: pool.removeAllListeners.bind(pool),
  };
  return named as PgPool;
}
