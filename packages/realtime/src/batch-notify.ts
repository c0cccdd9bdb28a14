import { createBatcher } from '@atelier/batch';
import type { ServerEventBody, ServerEventName } from '@atelier/contract';
import { fitBody, maxMessageBytes } from './event-message.ts';

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

export const defaultChannelPrefix = 'socket.io';

// The adapter's number for "broadcast". Its own emitter package uses an older format that the adapter drops.
const broadcastType = 3;
const eventPacketType = 2;

/**
 * The NOTIFY that carries an event to the sockets in these rooms, or to all when there are none. `channelPrefix` must be
 * the one of attachRealtime. The payload is the adapter's internal wire format (@socket.io/postgres-adapter 0.5.0). A
 * test emits through a real adapter, so an upgrade that changes the format fails there. Throws like `fitBody`.
 */
export function notificationOf<Name extends ServerEventName>(
  rooms: readonly string[],
  name: Name,
  body: ServerEventBody<Name>,
  channelPrefix: string = defaultChannelPrefix,
): Notification {
  const encode = (each: ServerEventBody<Name>) =>
    JSON.stringify({
      uid: 'emitter',
      nsp: '/',
      type: broadcastType,
      data: {
        opts: { rooms, except: [], flags: {} },
        packet: { type: eventPacketType, data: [name, each], nsp: '/' },
      },
    });
  const payload = encode(fitBody(name, body, maxMessageBytes.postgres, encode));
  return [`${channelPrefix}#/`, payload];
}
