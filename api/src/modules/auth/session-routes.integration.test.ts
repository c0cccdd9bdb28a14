import { randomUUID } from 'node:crypto';
import type { SessionsReply } from '@atelier/contract';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connectSocket } from '../../testing/connect-socket.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const [api, elsewhere] = [await startTestApi({ store }), await startTestApi({ store })];
const { pool } = store.owner;
afterAll(async () => {
  await Promise.all([api.close(), elsewhere.close()]);
  await store.close();
});

const path = '/api/user/sessions';
const list = async (user: TestUser) => ((await user.get(path)).body as SessionsReply).data;
const end = (user: TestUser, id: string) => user.request(`${path}/${id}`, { method: 'DELETE' });
const endOthers = (user: TestUser) => user.request(path, { method: 'DELETE' });
const isSignedIn = async (user: TestUser) => (await user.get('/api/user/info')).status === 200;
/** The same user in another browser, on another process. */
const another = ({ email }: TestUser) => elsewhere.user({ email, credits: 0 });

async function listEvents({ userId }: TestUser): Promise<unknown[]> {
  const { rows } = await pool.query(
    'select name, actor, details from audit_event where user_id = $1 order by id',
    [userId],
  );
  return rows;
}

/** Resolves with the reason for which the user's socket on the other process is closed. */
async function watchSocket(user: TestUser): Promise<{ end: Promise<unknown> }> {
  const socket = await connectSocket(elsewhere, user);
  return { end: new Promise((resolve) => socket.once('disconnect', resolve)) };
}

describe('the list of sessions', () => {
  it('has the current session first and no other user’s, with nothing of their cookies', async () => {
    const user = await api.user();
    const other = await another(user);
    await api.user();
    const [current, second, ...more] = await list(user);
    expect([current?.is_current, second?.is_current, more]).toEqual([true, false, []]);
    expect((await list(other))[0]?.id).toBe(second?.id);
    const { rows } = await pool.query('select id from user_session where user_id = $1', [user.userId]);
    const text = JSON.stringify(await list(user));
    for (const secret of [...rows.map(({ id }) => id), user.cookies.get('sid')])
      expect(text).not.toContain(secret);
  });

  it('leaves out what has expired or began 90 days ago', async () => {
    const user = await api.user();
    await another(user);
    await another(user);
    const [, expired, old] = await list(user);
    await pool.query('update user_session set expires_at = now() where public_id = $1', [expired?.id]);
    await pool.query(`update user_session set created_at = now() - interval '91 days' where public_id = $1`, [
      old?.id,
    ]);
    expect(await list(user)).toMatchObject([{ is_current: true }]);
  });

  it('shows when and from where a session was used, noted down every five minutes', async () => {
    const user = await api.user();
    expect(await list(user)).toMatchObject([{ sign_in_address: null, last_address: null }]);
    const usedAt = (await list(user))[0]?.last_used_at;
    await user.get('/api/user/info');
    expect((await list(user))[0]?.last_used_at).toBe(usedAt);
    await pool.query(
      `update user_session set last_used_at = now() - interval '6 minutes' where user_id = $1`,
      [user.userId],
    );
    await user.get('/api/user/info');
    await vi.waitFor(
      async () => {
        const [session] = await list(user);
        expect(session?.last_address).toBe('127.0.0.1');
        expect(Date.parse(session?.last_used_at ?? '')).toBeGreaterThan(Date.parse(usedAt ?? ''));
      },
      { timeout: 20_000 },
    );
  });
});

describe('ending a session', () => {
  it('signs that browser out, closes its sockets on every process, and leaves the others', async () => {
    const user = await api.user();
    const other = await another(user);
    const socket = await watchSocket(other);
    const id = (await list(user)).find((session) => !session.is_current)?.id ?? '';
    const reply = await end(user, id);
    expect([reply.status, reply.body]).toEqual([200, { success: true, id }]);
    expect(await socket.end).toBe('io server disconnect');
    expect(await Promise.all([user, other].map(isSignedIn))).toEqual([true, false]);
    expect(await listEvents(user)).toEqual([
      { name: 'session_ended', actor: 'user', details: { session_id: id } },
    ]);
  });

  it('is refused for another user’s session, an unknown one and one that has ended', async () => {
    const [user, stranger] = [await api.user(), await api.user()];
    const foreign = (await list(stranger))[0]?.id ?? '';
    for (const id of [foreign, randomUUID()]) {
      const reply = await end(user, id);
      expect([reply.status, reply.body]).toEqual([404, refusal('not_found', 'Not found')]);
    }
    expect(await isSignedIn(stranger)).toBe(true);
    const own = (await list(user))[0]?.id ?? '';
    expect((await end(user, own)).status).toBe(200);
    expect(user.cookies.has('sid')).toBe(false);
    expect((await end(user, own)).status).toBe(401);
  });

  it('needs a page of this site', async () => {
    const user = await api.user();
    const origin = 'https://evil.test';
    expect((await user.request(path, { method: 'DELETE', origin })).status).toBe(403);
    expect(await isSignedIn(user)).toBe(true);
  });

  it('keeps the current one alone when all others are ended', async () => {
    const user = await api.user();
    const others = [await another(user), await another(user)];
    const stranger = await api.user();
    const sockets = await Promise.all(others.map(watchSocket));
    const reply = await endOthers(user);
    expect([reply.status, reply.body]).toEqual([200, { success: true, ended: 2 }]);
    for (const socket of sockets) expect(await socket.end).toBe('io server disconnect');
    expect(await Promise.all([user, stranger, ...others].map(isSignedIn))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await listEvents(user)).toEqual([
      { name: 'sessions_ended', actor: 'user', details: { sessions: 2 } },
    ]);
  });
});

describe('signing out', () => {
  it('clears the browser’s cache and storage, and is recorded', async () => {
    const user = await api.user();
    const id = (await list(user))[0]?.id;
    const reply = await user.post('/api/auth/logout');
    expect(reply.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(await listEvents(user)).toEqual([
      { name: 'sign_out', actor: 'user', details: { session_id: id } },
    ]);
  });

  it('is recorded with the number of sessions when it ends all of them', async () => {
    const user = await api.user();
    await another(user);
    await user.post('/api/auth/logout', { everywhere: true });
    expect(await listEvents(user)).toEqual([
      { name: 'sessions_ended', actor: 'user', details: { sessions: 2 } },
    ]);
  });
});
