import { randomUUID } from 'node:crypto';
import { type PublicGeneration, type ServerEventBody, userRoom } from '@atelier/contract';
import { createTestDatabase, openRawConnection, testRedisUrl } from '@atelier/dev-stack/testing';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { toNotification } from './adapter-message.ts';
import { connectRealtime } from './client.ts';
import { createEmitter, type Emitter } from './index.ts';
import { ownOrigin, startServer, type TestServer } from './testing/start-server.ts';

const isRedis = process.env.TEST_QUEUE_BACKEND === 'redis';
const database = await createTestDatabase();
const redisUrl = isRedis ? await testRedisUrl() : undefined;
if (isRedis && redisUrl === undefined) throw new Error('The redis half of these tests needs a Redis.');
const bus = { databaseUrl: database.appUrl, redisUrl, channelPrefix: `test-${randomUUID()}` };

const [first, second] = [await startServer(bus), await startServer(bus)];
const pool = new Pool({ connectionString: database.appUrl, max: 1 });
const emitter = openEmitter();
const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await emitter.close();
  await pool.end();
  await database.drop();
});

function openEmitter(): Emitter {
  const target = redisUrl === undefined ? { pool } : { redisUrl };
  return createEmitter({
    ...target,
    channelPrefix: bus.channelPrefix,
    onError: (error) => expect.fail(String(error)),
  });
}

type Headers = { origin?: string; cookie?: string };

function open(server: TestServer, headers: Headers): Socket {
  const socket = io(server.url, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: headers,
    forceNew: true,
  });
  closers.push(() => socket.close());
  return socket;
}

const signedIn = (userId: string, sessionId = 's1'): Headers => ({
  origin: ownOrigin,
  cookie: `session=${userId}.${sessionId}`,
});

function next(socket: Socket, event: string): Promise<unknown> {
  return new Promise((resolve) => socket.once(event, resolve));
}

async function connected(server: TestServer, headers: Headers): Promise<Socket> {
  const socket = open(server, headers);
  await next(socket, 'connect');
  return socket;
}

/** Terminates the connections on which the servers receive events. */
async function cutBus(): Promise<void> {
  if (redisUrl !== undefined) {
    const redis = new Redis(redisUrl);
    const clients = String(await redis.client('LIST')).split('\n');
    const own = clients.filter(
      (line) => line.includes(` db=${redis.options.db} `) && line.includes(' psub=1 '),
    );
    for (const line of own) await redis.client('KILL', 'ID', line.match(/^id=(\d+)/)?.[1] ?? '');
    await redis.quit();
    return;
  }
  const admin = new Pool({ connectionString: database.adminUrl, max: 1 });
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'atelier-realtime-listen'`,
  );
  await admin.end();
}

const makeGeneration = (prompt: string) => ({ id: 'g1', revision: 7, prompt }) as PublicGeneration;
const credits = (left: number) => ({
  left_credits: left,
  held_credits: 0,
  has_ever_paid: true,
  revision: left,
});

describe('a connection', () => {
  it('is refused for a foreign origin and for a missing one', async () => {
    const { cookie } = signedIn('u');
    for (const headers of [{ origin: 'https://evil.test', cookie }, { cookie }]) {
      const refused = await next(open(first, headers), 'connect_error');
      expect(refused).toMatchObject({ description: { message: expect.stringContaining('400') } });
    }
  });

  it('is refused without a session', async () => {
    const refused = await next(open(first, { origin: ownOrigin }), 'connect_error');
    expect(refused).toMatchObject({ message: 'Unauthorized', data: { code: 'please_login' } });
  });

  it('is refused as unavailable when sessions cannot be read', async () => {
    const errors: string[] = [];
    const broken = await startServer({
      ...bus,
      authenticate: () => Promise.reject(new Error('the database is down')),
      onError: (error, where) => void errors.push(`${where}: ${error.message}`),
    });
    const refused = await next(open(broken, signedIn('u')), 'connect_error');
    expect(refused).toMatchObject({ data: { code: 'unavailable' } });
    expect(errors).toEqual(['realtime authentication: the database is down']);
    await broken.stop();
  });

  it('is refused beyond the sockets that a user may have, until one of them closes', async () => {
    const refusals: string[] = [];
    const strict = await startServer({
      ...bus,
      maxSocketsPerUser: 3,
      onTooManySockets: ({ userId }) => void refusals.push(userId),
    });
    const [user, other] = [randomUUID(), randomUUID()];
    const sockets = Array.from({ length: 10 }, (_, index) => open(strict, signedIn(user, `s${index}`)));
    const outcomes = await Promise.all(
      sockets.map((socket) => Promise.race([next(socket, 'connect_error'), next(socket, 'connect')])),
    );
    const refused = outcomes.filter((outcome) => outcome !== undefined);
    expect(refused).toHaveLength(7);
    for (const each of refused)
      expect(each).toMatchObject({
        message: 'Too many pages of this account are open',
        data: { code: 'too_many_sockets' },
      });
    expect(refusals).toEqual(refused.map(() => user));
    await connected(strict, signedIn(other));

    const stop = strict.onUserMessage(user, () => undefined);
    sockets.find((socket) => socket.connected)?.close();
    await expect.poll(() => strict.connectedCount()).toBe(3);
    await connected(strict, signedIn(user));
    await next(open(strict, signedIn(user)), 'connect_error');
    stop();
    await strict.stop();
  });

  it('cannot use long polling', async () => {
    const headers = { origin: ownOrigin };
    const reply = await fetch(`${first.url}/socket.io/?EIO=4&transport=polling`, { headers });
    // The HTTP server's own answer: plain requests are not Socket.IO's.
    expect(reply.status).toBe(404);
  });

  const websocket =
    'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==';
  const path = '/socket.io/?EIO=4&transport=websocket';
  it.each([
    ['with a bad key', path, websocket.replace('AAAA', ''), 400],
    ['without a key', path, 'upgrade: websocket', 400],
    ['of an unknown version', path, websocket.replace('13', '7'), 400],
    ['of an unknown transport', path.replace('websocket', 'none'), websocket, 400],
    ['of an unknown connection', `${path}&sid=none`, websocket, 400],
    ['to another protocol', path, 'upgrade: h2c', 404],
    ['at another address', '/other', websocket, 404],
  ])('%s is refused at once', async (_what, target, headers, status) => {
    const connection = await openRawConnection(first.url);
    const lines = [
      `GET ${target} HTTP/1.1`,
      'host: x',
      `origin: ${ownOrigin}`,
      'connection: upgrade',
      headers,
    ];
    await connection.send(`${lines.join('\r\n')}\r\n\r\n`);
    expect((await connection.reply()).status).toBe(status);
    connection.close();
  });
});

describe('events', () => {
  it('are still sent by a process that has disconnected its sockets and accepts no more', async () => {
    const leaving = await startServer(bus);
    const user = randomUUID();
    const [socket, elsewhere] = [open(leaving, signedIn(user)), open(first, signedIn(user))];
    await Promise.all([next(socket, 'connect'), next(elsewhere, 'connect')]);
    const gone = next(socket, 'disconnect');
    leaving.sendAway();
    expect(await gone).toBe('transport close');
    await next(open(leaving, signedIn(user)), 'connect_error');
    const received = next(elsewhere, 'line:changed');
    await leaving.emitToUser(user, 'line:changed', { revision: 7 });
    expect(await received).toEqual({ revision: 7 });
    await leaving.stop();
  });

  it('reach the sockets of their user on every process, and no others', async () => {
    const [user, other] = [randomUUID(), randomUUID()];
    const [here, there, stranger] = await Promise.all([
      connected(first, signedIn(user)),
      connected(second, signedIn(user)),
      connected(second, signedIn(other)),
    ]);
    const strange: unknown[] = [];
    stranger.onAny((...event) => strange.push(event));
    const arrivals = Promise.all([next(here, 'credits:changed'), next(there, 'credits:changed')]);
    await first.emitToUser(user, 'credits:changed', credits(5));
    expect(await arrivals).toEqual([credits(5), credits(5)]);

    const own = next(stranger, 'credits:changed');
    await second.emitToUser(other, 'credits:changed', credits(9));
    await own;
    expect(strange).toEqual([['credits:changed', credits(9)]]);
  });

  it('arrive from a process without sockets', async () => {
    const user = randomUUID();
    const socket = await connected(first, signedIn(user));
    const arrival = next(socket, 'generation:changed');
    await emitter.emitToUser(user, 'generation:changed', { generation: makeGeneration('a fox') });
    expect(await arrival).toEqual({ generation: makeGeneration('a fox') });
  });

  it('keep the order in which they were sent', async () => {
    const user = randomUUID();
    const socket = await connected(second, signedIn(user));
    const seen: number[] = [];
    const all = new Promise<void>((resolve) => {
      socket.on('credits:changed', ({ revision }: ServerEventBody<'credits:changed'>) => {
        seen.push(revision);
        if (seen.length === 50) resolve();
      });
    });
    for (let left = 0; left < 50; left += 1) await emitter.emitToUser(user, 'credits:changed', credits(left));
    await all;
    expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('carry a pointer instead of a generation that is too large', async () => {
    const user = randomUUID();
    const socket = await connected(first, signedIn(user));
    const arrival = next(socket, 'generation:changed');
    // Two bytes a letter: the limit is in bytes.
    await emitter.emitToUser(user, 'generation:changed', { generation: makeGeneration('é'.repeat(8_000)) });
    expect(await arrival).toEqual({ pointer: { id: 'g1', revision: 7 } });
  });

  it('are rejected when they are too large and cannot be replaced by a pointer', async () => {
    const asked = { id: 'x', key: 'x'.repeat(17_000), cost: 1 };
    const sent = emitter.emitToUser('u', 'approval:asked', asked);
    await expect(sent).rejects.toMatchObject({ code: 'internal_error' });
  });
});

describe('an event for everybody', () => {
  it('reaches the sockets of all users on every process, whichever sent it', async () => {
    const sockets = [
      await connected(first, signedIn(randomUUID())),
      await connected(second, signedIn(randomUUID())),
    ];
    for (const from of [first, second, emitter]) {
      const received = sockets.map((socket) => next(socket, 'kinds:changed'));
      expect(await from.emitToAll('kinds:changed', {})).toBe(true);
      expect(await Promise.all(received)).toEqual([{}, {}]);
    }
  });
});

describe('clients', () => {
  it('reconnect automatically after the bus was cut, since events were lost meanwhile', {
    tags: 'faults',
  }, async () => {
    const user = randomUUID();
    const sockets = [await connected(first, signedIn(user)), await connected(second, signedIn(user))];
    const dropped = Promise.all(sockets.map((socket) => next(socket, 'disconnect')));
    await cutBus();
    // Not "io server disconnect", after which a client does not reconnect.
    expect(await dropped).toEqual(['transport close', 'transport close']);
    const again = await connected(first, signedIn(user));
    const arrival = next(again, 'credits:changed');
    await emitter.emitToUser(user, 'credits:changed', credits(3));
    expect(await arrival).toEqual(credits(3));
  });
});

describe('a listener for the events of a user', () => {
  it('is called for events from any process, without a socket of that user, until it is removed', async () => {
    const [user, other] = [randomUUID(), randomUUID()];
    const [own, foreign] = [vi.fn(), vi.fn()];
    const stops = [first.onUserMessage(user, own), first.onUserMessage(user, own)];
    closers.push(first.onUserMessage(other, foreign));
    await second.emitToUser(user, 'credits:changed', credits(1));
    await vi.waitFor(() => expect(own).toHaveBeenCalledTimes(1), { timeout: 20_000 });
    await emitter.emitToUser(user, 'generation:changed', { generation: makeGeneration('é'.repeat(8_000)) });
    await vi.waitFor(() => expect(own).toHaveBeenCalledTimes(2), { timeout: 20_000 });
    for (const stop of stops) stop();
    const socket = await connected(first, signedIn(user));
    const arrival = next(socket, 'credits:changed');
    await second.emitToUser(user, 'credits:changed', credits(2));
    await arrival;
    expect(own).toHaveBeenCalledTimes(2);
    expect(foreign).not.toHaveBeenCalled();
  });

  it('shares the room with sockets, which stay in it when the listener is removed', async () => {
    const user = randomUUID();
    const socket = await connected(second, signedIn(user));
    const listener = vi.fn();
    const stop = second.onUserMessage(user, listener);
    for (const left of [1, 2]) {
      const arrival = next(socket, 'credits:changed');
      await first.emitToUser(user, 'credits:changed', credits(left));
      expect(await arrival).toEqual(credits(left));
      stop();
    }
    expect(listener).toHaveBeenCalledTimes(1);
    expect(second.io.of('/').sockets.has(socket.id ?? '')).toBe(true);
  });

  it('is called when events may have been lost', async () => {
    const listeners = [vi.fn(), vi.fn()] as const;
    closers.push(
      first.onUserMessage(randomUUID(), listeners[0]),
      second.onUserMessage(randomUUID(), listeners[1]),
    );
    await cutBus();
    for (const each of listeners)
      await vi.waitFor(() => expect(each).toHaveBeenCalled(), { timeout: 10_000 });
  });
});

describe('events over PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ databaseUrl: bus.databaseUrl, channelPrefix: bus.channelPrefix });
  });
  afterAll(() => server.stop());

  it('share a statement when they are emitted together, and keep their order', async () => {
    const user = randomUUID();
    const socket = await connected(server, signedIn(user));
    const statements: unknown[] = [];
    const counted = {
      query: (text: string, values: unknown[]) => {
        statements.push(text);
        return pool.query(text, values);
      },
    };
    const emitter = createEmitter({
      pool: counted,
      channelPrefix: bus.channelPrefix,
      onError: (error) => expect.fail(String(error)),
    });
    const seen: number[] = [];
    const all = new Promise<void>((resolve) => {
      socket.on('credits:changed', ({ left_credits: left }) => {
        seen.push(left);
        if (seen.length === 50) resolve();
      });
    });
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    await Promise.all(numbers.map((left) => emitter.emitToUser(user, 'credits:changed', credits(left))));
    await all;
    expect(seen).toEqual(numbers);
    expect(statements.length).toBeLessThanOrEqual(2);
  });

  it('fail with the statement that carried them, and later ones are sent again', async () => {
    const failures: string[] = [];
    let isDown = true;
    const flaky = {
      query: (text: string, values: unknown[]) =>
        isDown ? Promise.reject(new Error('the database is down')) : pool.query(text, values),
    };
    const emitter = createEmitter({
      pool: flaky,
      channelPrefix: bus.channelPrefix,
      onError: (error) => failures.push(error.message),
    });
    const user = randomUUID();
    const socket = await connected(server, signedIn(user));
    expect(await emitter.emitToUser(user, 'credits:changed', credits(1))).toBe(false);
    expect(failures).toEqual(['the database is down']);
    isDown = false;
    const arrival = next(socket, 'credits:changed');
    expect(await emitter.emitToUser(user, 'credits:changed', credits(2))).toBe(true);
    expect(await arrival).toEqual(credits(2));
  });

  it('fill a NOTIFY up to the last byte', async () => {
    const user = randomUUID();
    const socket = await connected(server, signedIn(user));
    const measureSize = (prompt: string) => {
      const body = { generation: makeGeneration(prompt) };
      return Buffer.byteLength(
        toNotification([userRoom(user)], 'generation:changed', body, bus.channelPrefix)[1],
      );
    };
    const largest = 'x'.repeat(7_999 - measureSize(''));
    expect(measureSize(largest)).toBe(7_999);
    expect(measureSize(`${largest}x`)).toBeLessThan(500);
    const arrival = next(socket, 'generation:changed');
    const body = { generation: makeGeneration(largest) };
    await pool.query('select pg_notify($1, $2)', [
      ...toNotification([userRoom(user)], 'generation:changed', body, bus.channelPrefix),
    ]);
    expect(await arrival).toEqual({ generation: makeGeneration(largest) });
  });
});

describe('a client', () => {
  it('cannot join a room: the first message it sends ends its connection', async () => {
    const [user, victim] = [randomUUID(), randomUUID()];
    const socket = await connected(first, signedIn(user));
    const received: unknown[] = [];
    socket.onAny((...event) => received.push(event));
    const ended = next(socket, 'disconnect');
    socket.emit('join', `user:${victim}`);
    await emitter.emitToUser(victim, 'credits:changed', credits(1));
    expect(await ended).toBe('io server disconnect');
    expect(received).toEqual([]);
  });

  it('loses the sockets of an ended session, on every process, and no others', async () => {
    const user = randomUUID();
    const [ended, kept] = await Promise.all([
      connected(second, signedIn(user, 'laptop')),
      connected(second, signedIn(user, 'phone')),
    ]);
    const gone = next(ended, 'disconnect');
    first.disconnectSession('laptop');
    expect(await gone).toBe('io server disconnect');
    expect(kept.connected).toBe(true);
    const keptGone = next(kept, 'disconnect');
    first.disconnectUser(user);
    await keptGone;
  });

  it('is counted while it is connected', async () => {
    const before = second.connectedCount();
    const socket = await connected(second, signedIn(randomUUID()));
    expect(second.connectedCount()).toBe(before + 1);
    socket.close();
    await expect.poll(() => second.connectedCount()).toBe(before);
  });

  it('of the browser package polls when it is refused, and tries again only after a minute or more', async () => {
    const strict = await startServer({ ...bus, maxSocketsPerUser: 1 });
    const user = randomUUID();
    const holder = await connected(strict, signedIn(user));
    const timeouts = vi.spyOn(globalThis, 'setTimeout');
    const client = connectRealtime({
      url: strict.url,
      extraHeaders: signedIn(user) as Record<string, string>,
    });
    closers.push(() => client.close());
    const statuses: string[] = [];
    client.onStatus((status) => statuses.push(status));
    await expect.poll(() => statuses).toEqual(['disconnected', 'refused']);
    const isSlow = (delayMs = 0) => delayMs >= 60_000 && delayMs <= 120_000;
    const [retry = expect.fail('no retry')] = timeouts.mock.calls.find(([, ms]) => isSlow(ms)) ?? [];
    timeouts.mockRestore();
    holder.close();
    await expect.poll(() => strict.connectedCount()).toBe(0);
    retry();
    await expect.poll(() => statuses).toEqual(['disconnected', 'refused', 'connected']);
    await strict.stop();
  });

  it('of the browser package reports that its session has ended, or that there is none', async () => {
    const user = randomUUID();
    const client = connectRealtime({
      url: first.url,
      extraHeaders: signedIn(user, 's9') as Record<string, string>,
    });
    const anonymous = connectRealtime({ url: first.url, extraHeaders: { origin: ownOrigin } });
    closers.push(
      () => client.close(),
      () => anonymous.close(),
    );
    const [statuses, others]: [string[], string[]] = [[], []];
    client.onStatus((status) => statuses.push(status));
    anonymous.onStatus((status) => others.push(status));
    await expect.poll(() => statuses).toEqual(['disconnected', 'connected']);
    second.disconnectSession('s9');
    await expect.poll(() => statuses).toEqual(['disconnected', 'connected', 'ended']);
    await expect.poll(() => others).toEqual(['disconnected', 'ended']);
  });

  it('of the browser package receives events, reports its status and reconnects after a lost connection', async () => {
    const user = randomUUID();
    const client = connectRealtime({
      url: first.url,
      extraHeaders: signedIn(user) as Record<string, string>,
    });
    closers.push(() => client.close());
    const statuses: string[] = [];
    client.onStatus((status) => statuses.push(status));
    await expect.poll(() => statuses).toEqual(['disconnected', 'connected']);

    const arrival = Promise.withResolvers<unknown>();
    const stop = client.on('credits:changed', arrival.resolve);
    await emitter.emitToUser(user, 'credits:changed', credits(4));
    expect(await arrival.promise).toEqual(credits(4));
    stop();

    for (const socket of first.io.of('/').sockets.values()) socket.conn.close();
    await expect
      .poll(() => statuses, { timeout: 10_000 })
      .toEqual(['disconnected', 'connected', 'disconnected', 'connected']);
  });
});
