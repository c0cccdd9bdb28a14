import type { CreditsChanged, PublicGeneration } from '@atelier/contract';
import { createEmitter } from '@atelier/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createKey } from './testing/api-key.ts';
import { publicUrl, startTestApi, type TestApi, type TestUser } from './testing/start-test-api.ts';
import { submitVideo } from './testing/submissions.ts';
import { openTestStore } from './testing/test-store.ts';

const store = await openTestStore();
const [first, second] = [await startTestApi({ store }), await startTestApi({ store })];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await store.expectWholeLedger();
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await store.close();
});

function open(
  api: TestApi,
  cookie: string,
  origin: string | undefined = publicUrl,
  headers: Record<string, string> = {},
): Socket {
  const extraHeaders = { ...(origin && { origin }), cookie, ...headers };
  const options = { transports: ['websocket'], reconnection: false, forceNew: true, extraHeaders };
  const socket = io(api.url, options);
  sockets.push(socket);
  return socket;
}

const next = <Body>(socket: Socket, event: string) =>
  new Promise<Body>((resolve) => socket.once(event, resolve));

async function connect(api: TestApi, user: TestUser): Promise<Socket> {
  const socket = open(api, user.cookieHeader());
  await next(socket, 'connect');
  return socket;
}

const cancel = (user: TestUser, id: string) => user.post(`/api/generations/${id}/cancel`);

describe('a socket', () => {
  it('is accepted with its session’s cookie', async () => {
    const socket = await connect(first, await first.user());
    expect(socket.connected).toBe(true);
  });

  it.each(['https://evil.test', 'null', undefined])('is refused from the origin %s', async (origin) => {
    const user = await first.user();
    const refused = await next(open(first, user.cookieHeader(), origin ?? ''), 'connect_error');
    expect(refused).toMatchObject({ description: { message: expect.stringContaining('400') } });
  });

  it('that begins with polling, as clients do by default, is refused with what to set', async () => {
    const reply = await fetch(`${first.url}/socket.io/?EIO=4&transport=polling`);
    expect([reply.status, await reply.json()]).toMatchObject([
      404,
      { code: 'not_found', message: expect.stringContaining("transports to ['websocket']") },
    ]);
  });

  it.each(['', 'sid=unknown', 'other=1'])('is refused without a session: "%s"', async (cookie) => {
    const refused = await next(open(first, cookie), 'connect_error');
    expect(refused).toMatchObject({ message: 'Unauthorized', data: { code: 'please_login' } });
  });

  it('is refused with an API key', async () => {
    const { key } = await createKey(await first.user());
    const socket = open(first, '', publicUrl, { authorization: `Key ${key}` });
    expect(await next(socket, 'connect_error')).toMatchObject({ data: { code: 'please_login' } });
  });

  it('is refused beyond LIMIT_SOCKETS of its user, which the audit log counts', async () => {
    const strict = await startTestApi({ store, settings: { LIMIT_SOCKETS: '2' } });
    const [user, other] = [await strict.user(), await strict.user()];
    for (const each of [user, user, other]) await connect(strict, each);
    for (let count = 0; count < 3; count += 1) {
      const refused = await next(open(strict, user.cookieHeader()), 'connect_error');
      expect(refused).toMatchObject({ data: { code: 'too_many_sockets' } });
    }
    await strict.deps.audit.flush();
    const { rows } = await store.owner.pool.query(
      `select actor, details, occurrences from audit_event where name = 'rate_limited' and user_id = $1`,
      [user.userId],
    );
    expect(rows).toEqual([{ actor: 'user', details: { limit: 'sockets' }, occurrences: 3 }]);
    await strict.close();
  });

  it('is refused after its session expired', async () => {
    const user = await first.user();
    await store.owner.pool.query(
      `update user_session set expires_at = now() - interval '1 minute' where user_id = $1`,
      [user.userId],
    );
    const refused = await next(open(first, user.cookieHeader()), 'connect_error');
    expect(refused).toMatchObject({ data: { code: 'please_login' } });
  });
});

describe('events', () => {
  it('report the end of a generation and the released credits through every process', async () => {
    const user = await first.user({ credits: 1_000 });
    const connected = await Promise.all([connect(first, user), connect(second, user)]);
    const id = await submitVideo(user);
    const events = connected.map((socket) =>
      Promise.all([
        next<{ generation: PublicGeneration }>(socket, 'generation:changed'),
        next<CreditsChanged>(socket, 'credits:changed'),
      ]),
    );
    await cancel(user, id);
    for (const [changed, credits] of await Promise.all(events)) {
      expect(changed.generation).toMatchObject({ id, status: 'cancelled', credits: { released: 300 } });
      expect(credits).toMatchObject({ left_credits: 1_000, held_credits: 0, has_ever_paid: true });
    }
  });

  it('can be sent by processes without sockets', async () => {
    const user = await first.user();
    const socket = await connect(second, user);
    const onError = (error: Error) => expect.fail(String(error));
    const emitter = createEmitter(
      store.redisUrl ? { redisUrl: store.redisUrl, onError } : { pool: store.owner.pool, onError },
    );
    const credits = { left_credits: 5, held_credits: 0, has_ever_paid: true, revision: 9 };
    const received = next(socket, 'credits:changed');
    await emitter.emitToUser(user.userId, 'credits:changed', credits);
    expect(await received).toEqual(credits);
    await emitter.close();
  });

  it('reach their own user only', async () => {
    const [owner, other] = [await first.user(), await first.user()];
    const [own, foreign] = [await connect(second, owner), await connect(second, other)];
    const received: unknown[] = [];
    foreign.onAny((...event) => received.push(event));
    const id = await submitVideo(owner, { is_public: true });
    const ownEvent = next(own, 'credits:changed');
    await cancel(owner, id);
    await ownEvent;
    const credits = { left_credits: 1, held_credits: 0, has_ever_paid: true, revision: 1 };
    const foreignEvent = next(foreign, 'credits:changed');
    await first.realtime.emitToUser(other.userId, 'credits:changed', credits);
    await foreignEvent;
    expect(received).toEqual([['credits:changed', credits]]);
  });

  it('cannot be subscribed to: a client that sends anything is disconnected', async () => {
    const [victim, attacker] = [await first.user(), await first.user()];
    const socket = await connect(first, attacker);
    const disconnected = next(socket, 'disconnect');
    socket.emit('join', `user:${victim.userId}`);
    expect(await disconnected).toBe('io server disconnect');
  });

  it('report that a generation was deleted or became public', async () => {
    const user = await first.user();
    const socket = await connect(second, user);
    const id = await submitVideo(user);
    const published = next(socket, 'generation:changed');
    await user.request(`/api/generations/${id}`, { method: 'PATCH', body: { is_public: true } });
    expect(await published).toMatchObject({ generation: { id, is_public: true } });
    const deleted = next(socket, 'generation:deleted');
    await user.request('/api/video-generation/delete', { method: 'DELETE', body: { id } });
    expect(await deleted).toEqual({ id });
  });
});

describe('signing out', () => {
  it('disconnects the sockets of this session, and no others, on every process', async () => {
    const user = await first.user();
    const elsewhere = await first.user({ email: user.email, credits: 0 });
    const ended = await Promise.all([connect(first, user), connect(second, user)]);
    const kept = await connect(second, elsewhere);
    const ends = ended.map((socket) => next(socket, 'disconnect'));
    await user.post('/api/auth/logout');
    expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
    expect(kept.connected).toBe(true);
  });

  it('removes them from the metrics', async () => {
    const user = await second.user();
    await connect(second, user);
    await vi.waitFor(() => expect(second.realtime.connectedCount()).toBe(1), { timeout: 20_000 });
    await user.post('/api/auth/logout');
    await vi.waitFor(() => expect(second.realtime.connectedCount()).toBe(0), { timeout: 20_000 });
  });
});
