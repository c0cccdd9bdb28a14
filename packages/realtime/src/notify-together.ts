/** A pg Pool or Client, or anything with its `query`. */
export type Queryable = { query(text: string, values: unknown[]): Promise<unknown> };

export type Notification = readonly [channel: string, payload: string];

/**
 * Commits of NOTIFY wait for one another in all of PostgreSQL, each with a write to disk. An event is a hint, so its
 * commit does not wait for the disk, and the events that come while a statement is under way share the next one.
 */
const notify = `
  with hint as (select set_config('synchronous_commit', 'off', true) as setting)
  select pg_notify(n.channel, n.payload) from hint, unnest($1::text[], $2::text[]) as n(channel, payload)`;

const maxTogether = 200;

type Waiting = {
  notification: Notification;
  settle: { resolve: () => void; reject: (error: unknown) => void };
};

/** Sends in the order of the calls; each resolves or rejects with the statement that carried it. */
export function createNotifyTogether(pool: Queryable): (notification: Notification) => Promise<void> {
  let waiting: Waiting[] = [];
  let isSending = false;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxTogether);
      waiting = waiting.slice(maxTogether);
      const column = (index: 0 | 1) => batch.map(({ notification }) => notification[index]);
      try {
        await pool.query(notify, [column(0), column(1)]);
        for (const { settle } of batch) settle.resolve();
      } catch (error) {
        for (const { settle } of batch) settle.reject(error);
      }
    }
    isSending = false;
  }

  return (notification) =>
    new Promise((resolve, reject) => {
      waiting.push({ notification, settle: { resolve, reject } });
      if (isSending) return;
      isSending = true;
      // What the same turn of the event loop sends, such as a record and its balance, goes together.
      queueMicrotask(() => void sendAll());
    });
}
