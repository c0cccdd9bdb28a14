import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

type BullmqPool = Pick<Pool, 'options' | 'on' | 'end'> & {
  query(text: string, values: unknown[]): Promise<unknown>;
  connect(): Promise<Ear>;
};

/** A client in name only. */
type Ear = EventEmitter & { query(text: string, values: unknown[]): Promise<unknown>; release(): void };

type Listener = { ready: Promise<unknown>; end(): void };

/**
 * The pool as BullMQ sees it. Its commands get names, so that PostgreSQL parses and plans each once per connection. And one
 * connection listens for all workers of the process, each of which would keep one, all on the same channel: at every
 * notification PostgreSQL wakes each connection of the database that listens to anything. It is opened by the first that
 * listens and closed with the last; when it breaks, all of them listen again.
 */
export function poolForBullmq(pool: Pool): BullmqPool {
  const query = nameStatements(pool);
  const ears = new Set<Ear>();
  let listener: Listener | undefined;

  function startListener(): Listener {
    let client: PoolClient | undefined;
    let hasEnded = false;
    const emit = (name: string, value: unknown) => {
      for (const ear of [...ears]) ear.emit(name, value);
    };
    async function listen() {
      const opened = await pool.connect();
      if (hasEnded) return opened.release();
      client = opened;
      client.on('notification', (message) => emit('notification', message));
      client.on('error', (error) => {
        started.end();
        emit('error', error);
      });
      await client.query('listen bullmq_jobs');
    }
    const started: Listener = {
      ready: listen(),
      end() {
        if (hasEnded) return;
        hasEnded = true;
        if (listener === started) listener = undefined;
        // Destroyed, not returned to the pool: it would go on listening.
        client?.release(true);
      },
    };
    started.ready.catch(started.end);
    return started;
  }

  function createEar(): Ear {
    const ear: Ear = Object.assign(new EventEmitter(), {
      async query(text: string, values: unknown[]) {
        // BullMQ names the connection of each worker after its queue; this one is of all.
        if (text.includes('application_name')) return;
        if (!/^listen /im.test(text)) return query(text, values);
        ears.add(ear);
        listener ??= startListener();
        await listener.ready;
      },
      release() {
        ears.delete(ear);
        if (ears.size === 0) listener?.end();
      },
    });
    return ear;
  }

  return {
    options: pool.options,
    on: pool.on.bind(pool),
    end: pool.end.bind(pool),
    query,
    connect: async () => createEar(),
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
