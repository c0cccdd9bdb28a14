import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';

export type JobSignals = {
  /** A number that rises when the queue may have a new job, and for every queue when signals may have been lost. */
  count(queue: string): number;
  /** Resolves when signals arrive. The first member opens the connection. */
  join(member: object): Promise<void>;
  /** The last member closes the connection. */
  leave(member: object): void;
  /** Calls the listener after counts have risen. Returns a function that ends it. */
  onSignal(listener: () => void): () => void;
};

type Session = { ready: Promise<void>; end(): void };

/**
 * Listens for all workers of a process on one connection instead of one each: at every notification PostgreSQL wakes each
 * connection of the database that listens to anything. When it breaks, the next `join` opens another.
 */
export function createJobSignals(pool: Pool, channel: string): JobSignals {
  const events = new EventEmitter().setMaxListeners(0);
  const counts = new Map<string, number>();
  const members = new Set<object>();
  let losses = 0;
  let session: Session | undefined;

  const reportLoss = () => {
    losses += 1;
    events.emit('signal');
  };

  function openSession(): Session {
    let client: PoolClient | undefined;
    let hasEnded = false;
    async function listen() {
      const opened = await pool.connect();
      if (hasEnded) return opened.release();
      client = opened;
      client.on('notification', ({ payload: queue = '' }) => {
        counts.set(queue, (counts.get(queue) ?? 0) + 1);
        events.emit('signal');
      });
      client.on('error', opening.end);
      await client.query(`listen ${channel}`);
      // Signals before this moment reached no one.
      reportLoss();
    }
    const opening: Session = {
      ready: listen(),
      end() {
        if (hasEnded) return;
        hasEnded = true;
        if (session === opening) session = undefined;
        // Destroyed, not returned to the pool: it would go on listening.
        client?.release(true);
        reportLoss();
      },
    };
    opening.ready.catch(opening.end);
    return opening;
  }

  return {
    count: (queue) => losses + (counts.get(queue) ?? 0),
    join(member) {
      members.add(member);
      session ??= openSession();
      return session.ready;
    },
    leave(member) {
      if (members.delete(member) && members.size === 0) session?.end();
    },
    onSignal(listener) {
      events.on('signal', listener);
      return () => void events.off('signal', listener);
    },
  };
}
