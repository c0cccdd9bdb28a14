import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

type BullmqPool = Pick<Pool, 'options' | 'on' | 'end'> & {
  query(text: string, values: unknown[]): Promise<unknown>;
  connect(): Promise<ListeningClient>;
};

/** Client that stands in for the worker's own connection. */
type ListeningClient = EventEmitter & {
  query(text: string, values: unknown[]): Promise<unknown>;
  release(): void;
};

type Listener = { ready: Promise<unknown>; end(): void };

/**
 * Wraps the pool for BullMQ. Commands get names, so that PostgreSQL parses and plans each once per connection. One
 * connection listens for all workers of the process instead of one each: at every notification PostgreSQL wakes each
 * connection of the database that listens to anything. The first listener opens it and the last one closes it; when it
 * breaks, all listen again. A worker with an empty queue sends one statement instead of three.
 */
export function poolForBullmq(pool: Pool): BullmqPool {
  const query = withoutRepeats(nameStatements(pool));
  const clients = new Set<ListeningClient>();
  let listener: Listener | undefined;

  function startListener(): Listener {
    let connection: PoolClient | undefined;
    let hasEnded = false;
    const emit = (name: string, value: unknown) => {
      for (const client of [...clients]) client.emit(name, value);
    };
    async function listen() {
      const opened = await pool.connect();
      if (hasEnded) return opened.release();
      connection = opened;
      connection.on('notification', (message) => emit('notification', message));
      connection.on('error', (error) => {
        started.end();
        emit('error', error);
      });
      await connection.query('listen bullmq_jobs');
    }
    const started: Listener = {
      ready: listen(),
      end() {
        if (hasEnded) return;
        hasEnded = true;
        if (listener === started) listener = undefined;
        // Destroyed, not returned to the pool: it would go on listening.
        connection?.release(true);
      },
    };
    started.ready.catch(started.end);
    return started;
  }

  function createListeningClient(): ListeningClient {
    const client: ListeningClient = Object.assign(new EventEmitter(), {
      async query(text: string, values: unknown[]) {
        // BullMQ names the connection of each worker after its queue; this one is shared by all.
        if (text.includes('application_name')) return;
        if (!/^listen /im.test(text)) return query(text, values);
        clients.add(client);
        listener ??= startListener();
        await listener.ready;
      },
      release() {
        clients.delete(client);
        if (clients.size === 0) listener?.end();
      },
    });
    return client;
  }

  return {
    options: pool.options,
    on: pool.on.bind(pool),
    end: pool.end.bind(pool),
    query,
    connect: async () => createListeningClient(),
  };
}

function nameStatements(pool: Pool): BullmqPool['query'] {
  const names = new Map<string, string>();
  return (text, values) => {
    const name = names.get(text) ?? `bullmq-${names.size}`;
    names.set(text, name);
    return pool.query({ name, text, values });
  };
}

/** No queue here has a rate limit. When the next delayed job is due, a worker asks again before it waits. */
const nothingToSignal = { rows: [{ rate_limit_ttl: 0, next_delay: null }] };

/**
 * A worker that found no job asks for the rate limit and the next delayed job, then, in one turn, whether a job has come
 * meanwhile and again for the next delayed one. The last two are asked together.
 */
function withoutRepeats(query: BullmqPool['query']): BullmqPool['query'] {
  const answers = new Map<unknown, Promise<unknown>>();
  return (text, values) => {
    const [queue] = values;
    if (/ from next_signal\(/i.test(text)) return Promise.resolve(nothingToSignal);
    if (/\) as present;\s*$/i.test(text)) {
      const both = query(
        `select waiting.*, next_delay($1) from (${text.replace(/;\s*$/, '')}) waiting`,
        values,
      );
      answers.set(queue, both);
      return both;
    }
    const answer = /^select next_delay\(/im.test(text) ? answers.get(queue) : undefined;
    if (!answer) return query(text, values);
    // Valid for one question only: a later one may be about a job that has come since.
    answers.delete(queue);
    return answer;
  };
}
