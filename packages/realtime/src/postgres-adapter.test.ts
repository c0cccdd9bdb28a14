import { userRoom } from '@atelier/contract';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import { Server } from 'socket.io';
import { expect, it, onTestFinished, vi } from 'vitest';
import { toNotification } from './adapter-message.ts';

/** A server over a pool that records what the adapter asks of it and of the client that listens. */
async function openServer() {
  const used = { pool: new Set<PropertyKey>(), client: new Set<PropertyKey>() };
  const recordUses = <Target extends object>(target: Target, names: Set<PropertyKey>) =>
    new Proxy(target, {
      get(on, name, receiver) {
        // Asked by `await` of every value.
        if (name !== 'then') names.add(name);
        return Reflect.get(on, name, receiver);
      },
    });
  const listeners = new Map<string, () => void>();
  const client = recordUses(
    {
      on: (name: string, listener: () => void) => void listeners.set(name, listener),
      query: vi.fn(async () => ({ rows: [] })),
      release: vi.fn(),
      removeAllListeners: vi.fn(),
    },
    used.client,
  );
  const query = vi.fn(async (_text: string, _values?: unknown[]) => ({ rows: [] }));
  const connect = vi.fn(async () => client);
  const pool = recordUses({ connect, query }, used.pool) as unknown as Pool;
  const io = new Server({ adapter: createAdapter(pool, { channelPrefix: 'prefix' }), serveClient: false });
  onTestFinished(async () => {
    await io.of('/').adapter.close();
  });
  await vi.waitFor(() => expect([...used.client]).toContain('query'), { timeout: 20_000 });
  return { io, used, query, connect, client, listeners };
}

const body = { left_credits: 1, held_credits: 2, has_ever_paid: true, revision: 3 };

it.each([
  ['rooms', [userRoom('u1'), 'another']],
  ['all sockets', []],
])('a worker writes the message to %s as the adapter does', async (_to, rooms) => {
  const { io, query } = await openServer();
  const target = rooms.length > 0 ? io.to(rooms) : io;
  target.emit('credits:changed', body);
  const [channel, payload] = toNotification(rooms, 'credits:changed', body, 'prefix');
  const { uid, ...message } = JSON.parse(payload);
  await vi.waitFor(
    () => {
      const sent = query.mock.calls.map(([text, values = []]) => {
        const { uid: sender, ...rest } = JSON.parse(String(values[1]));
        return { text, channel: values[0], sender, rest };
      });
      expect(sent).toContainEqual({
        text: 'SELECT pg_notify($1, $2)',
        channel,
        sender: expect.not.stringMatching(uid),
        rest: message,
      });
    },
    { timeout: 20_000 },
  );
});

it('the adapter asks its pool for a client that listens and for statements, and for nothing else', async () => {
  const { io, used, connect, listeners, query } = await openServer();
  io.emit('credits:changed', body);
  await vi.waitFor(() => expect(query).toHaveBeenCalled(), { timeout: 20_000 });
  listeners.get('end')?.();
  // Half a second to a second and a half later.
  await vi.waitFor(() => expect(connect).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  await io.of('/').adapter.close();
  expect([...used.pool].toSorted()).toEqual(['connect', 'query']);
  expect([...used.client].toSorted()).toEqual(['on', 'query', 'release', 'removeAllListeners']);
});

it('the adapter does not handle the errors of the client that listens, so the bus does', async () => {
  const { listeners } = await openServer();
  expect([...listeners.keys()].toSorted()).toEqual(['end', 'notification']);
});
