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
  it('is let in by the cookie of its session', async () => {
    const socket = await connect(first, await first.user());
    expect(socket.connected).toBe(true);
  });

  it.each(['https://evil.test', 'null', undefined])('is refused from the origin %s', async (origin) => {
    const user = await first.user();
    const refused = await next(open(first, user.cookieHeader(), origin ?? ''), 'connect_error');
    expect(refused).toMatchObject({ description: { message: expect.stringContaining('400') } });
  });

  it.each(['', 'sid=unknown', 'other=1'])('is refused without a session: "%s"', async (cookie) => {
    const refused = await next(open(first, cookie), 'connect_error');
    expect(refused).toMatchObject({ message: 'Unauthorized', data: { code: 'please_login' } });
  });

  it('is not opened by an API key', async () => {
    const { key } = await createKey(await first.user());
    const socket = open(first, '', publicUrl, { authorization: `Key ${key}` });
    expect(await next(socket, 'connect_error')).toMatchObject({ data: { code: 'please_login' } });
  });

  it('is refused after its session ran out', async () => {
    const user = await first.user();
    await store.owner.pool.query(
      `update user_session set expires_at = now() - interval '1 minute' where user_id = $1`,
      [user.userId],
    );
    const refused = await next(open(first, user.cookieHeader()), 'connect_error');
    expect(refused).toMatchObject({ data: { code: 'please_login' } });
  });
});

describe('what a user hears', () => {
  it('is the end of a generation and the credits that came back, on every process', async () => {
    const user = await first.user({ credits: 1_000 });
    const heard = await Promise.all([connect(first, user), connect(second, user)]);
    const id = await submitVideo(user);
    const events = heard.map((socket) =>
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

  it('comes from processes without sockets as well', async () => {
    const user = await first.user();
    const socket = await connect(second, user);
    const onError = (error: Error) => expect.fail(String(error));
    const emitter = createEmitter(
      store.redisUrl ? { redisUrl: store.redisUrl, onError } : { pool: store.owner.pool, onError },
    );
    const credits = { left_credits: 5, held_credits: 0, has_ever_paid: true, revision: 9 };
    const heard = next(socket, 'credits:changed');
    await emitter.emitToUser(user.userId, 'credits:changed', credits);
    expect(await heard).toEqual(credits);
    await emitter.close();
  });

  it('is nothing of anybody else', async () => {
    const [owner, other] = [await first.user(), await first.user()];
    const [own, foreign] = [await connect(second, owner), await connect(second, other)];
    const overheard: unknown[] = [];
    foreign.onAny((...event) => overheard.push(event));
    const id = await submitVideo(owner, { is_public: true });
    const told = next(own, 'credits:changed');
    await cancel(owner, id);
    await told;
    const credits = { left_credits: 1, held_credits: 0, has_ever_paid: true, revision: 1 };
    const mine = next(foreign, 'credits:changed');
    await first.realtime.emitToUser(other.userId, 'credits:changed', credits);
    await mine;
    expect(overheard).toEqual([['credits:changed', credits]]);
  });

  it('cannot be widened by asking: whoever talks is shown out', async () => {
    const [victim, attacker] = [await first.user(), await first.user()];
    const socket = await connect(first, attacker);
    const out = next(socket, 'disconnect');
    socket.emit('join', `user:${victim.userId}`);
    expect(await out).toBe('io server disconnect');
  });

  it('is that a record was deleted, and that it became public', async () => {
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
  it('ends the sockets of this session on every process, and no others', async () => {
    const user = await first.user();
    const elsewhere = await first.user({ email: user.email, credits: 0 });
    const ended = await Promise.all([connect(first, user), connect(second, user)]);
    const kept = await connect(second, elsewhere);
    const ends = ended.map((socket) => next(socket, 'disconnect'));
    await user.post('/api/auth/logout');
    expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
    expect(kept.connected).toBe(true);
  });

  it('takes them out of the metrics', async () => {
    const user = await second.user();
    await connect(second, user);
    await vi.waitFor(() => expect(second.realtime.connectedCount()).toBe(1));
    await user.post('/api/auth/logout');
    await vi.waitFor(() => expect(second.realtime.connectedCount()).toBe(0));
  });
});
