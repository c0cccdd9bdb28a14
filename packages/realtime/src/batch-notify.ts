import { createBatcher } from '@atelier/coalesce';

/** A pg Pool or Client, or anything with the same `query`. */
export type Queryable = { query(text: string, values: unknown[]): Promise<unknown> };

export type Notification = readonly [channel: string, payload: string];

/**
 * Commits of NOTIFY wait for one another in the whole PostgreSQL server, each with a write to disk. An event is a hint,
 * so its commit does not wait for the disk, and the events that arrive during a statement share the next one.
 */
const notify = `
  with hint as (select set_config('synchronous_commit', 'off', true) as setting)
  select pg_notify(n.channel, n.payload) from hint, unnest($1::text[], $2::text[]) as n(channel, payload)`;

/** Sends in the order of the calls; each resolves or rejects with the statement that carried it. */
export function createBatchNotify(pool: Queryable): (notification: Notification) => Promise<void> {
  const batcher = createBatcher<Notification>(
    (batch) => pool.query(notify, [batch.map(([channel]) => channel), batch.map(([, payload]) => payload)]),
    // Events of one turn of the event loop, such as a generation and the balance, travel together.
    { windowMs: 0, maxBatchSize: 200 },
  );
  return batcher.add;
}
