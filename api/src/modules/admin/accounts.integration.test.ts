import { randomUUID } from 'node:crypto';
import type { AdminUserReply, UserInfo } from '@atelier/contract';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { auditEvents } from '../../testing/audit-events.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { endGeneration } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath, submitVideo, textToVideo, uploadImage } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { png } from '../uploads/testing/files.ts';
import { upload } from '../uploads/testing/form.ts';

const store = await openTestStore();
/** Two processes of one product. */
const [api, other] = [await startTestApi({ store }), await startTestApi({ store })];
const operator = await api.user({ email: 'ops@atelier.test' });
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await store.expectWholeLedger();
});
afterAll(async () => {
  await Promise.all([api.close(), other.close()]);
  await store.close();
});

const reason = 'Chargebacks on three cards';
const locked = refusal('account_locked', 'This account is locked; please contact support');
const act = (user: TestUser, name: string, by: TestUser = operator, why = reason) =>
  by.post(`/api/admin/users/${user.userId}/${name}`, { reason: why });
const readAccount = async (user: TestUser) =>
  ((await operator.get(`/api/admin/users/${user.userId}`)).body as AdminUserReply).account;
const readLock = async (user: TestUser) => ((await user.get('/api/user/info')).body as UserInfo).user.lock;

async function countGenerations({ userId }: TestUser): Promise<number> {
  const { rows } = await store.owner.pool.query('select id from generation where user_id = $1', [userId]);
  return rows.length;
}

async function connect(to: TestApi, user: TestUser): Promise<Socket> {
  const socket = await connectSocket(to, user);
  sockets.push(socket);
  return socket;
}

const next = (socket: Socket, event: string) => new Promise((resolve) => socket.once(event, resolve));

describe('a locked account', () => {
  it('creates nothing: no generation, upload, API key or purchase, neither by browser nor by key', async () => {
    const user = await api.user();
    const { key } = await createKey(user);
    expect((await act(user, 'lock')).body).toMatchObject({ account: { lock_reason: reason }, changed: 1 });
    const attempts = [
      user.post(createVideoPath, textToVideo),
      user.post('/api/wan/createAudio', { video_url: 'https://example.com/a.mp4' }),
      user.post('/api/wan/fal/proxy/fal-ai/wan-t2v', { prompt: 'A boat' }),
      upload(user, '/api/upload-image-wan-i2v', png({ width: 8, height: 8 }), 'a.png'),
      user.post('/api/generate-presigned-url', { filename: 'a.png', contentType: 'image/png' }),
      user.post('/api/uploads/confirm', { key: 'u/x.png' }),
      user.post('/api/user/api-keys', { name: 'Another' }),
      user.post('/api/checkout', { pack: 'starter', request_id: randomUUID() }),
      other.browser().request(createVideoPath, { ...withKey(key), method: 'POST', body: textToVideo }),
    ];
    for (const reply of await Promise.all(attempts)) {
      expect(reply.status).toBe(403);
      expect(reply.body).toMatchObject(locked);
    }
    expect(await countGenerations(user)).toBe(0);
  });

  it('is refused as locked, not as unpaid, when it never paid', async () => {
    const user = await api.user({ credits: 0 });
    await act(user, 'lock');
    expect((await user.post(createVideoPath, textToVideo)).body).toEqual(locked);
  });

  it('keeps reading, cancelling and downloading, and what runs ends and settles', async () => {
    const user = await api.user({ credits: 1_000 });
    const image = await uploadImage(user);
    const [running, cancelled] = [await submitVideo(user), await submitVideo(user)];
    await act(user, 'lock');
    await endGeneration(api.deps, running, { status: 'completed', chargeCredits: 300, error: null });
    expect((await user.post(`/api/generations/${cancelled}/cancel`)).status).toBe(200);
    expect((await user.get(new URL(image).pathname)).status).toBe(200);
    expect((await user.get('/api/credits/ledger.csv')).status).toBe(200);
    expect((await user.get('/api/credits/summary')).body).toMatchObject({ available: 700, held: 0 });
  });

  it('gets the reply of an accepted submission when it repeats the request', async () => {
    const user = await api.user();
    const body = { ...textToVideo, request_id: randomUUID() };
    const first = await user.post(createVideoPath, body);
    await act(user, 'lock');
    expect((await user.post(createVideoPath, body)).body).toMatchObject({
      id: (first.body as { id: string }).id,
    });
  });

  it('shows its user the reason at once, on every process, until it is unlocked', async () => {
    const user = await api.user();
    const socket = await connect(other, user);
    expect(await readLock(user)).toBeNull();
    const announced = next(socket, 'account:changed');
    await act(user, 'lock');
    await announced;
    expect(await readLock(user)).toEqual({ locked_at: expect.any(String), reason });
    const lifted = next(socket, 'account:changed');
    expect((await act(user, 'unlock')).body).toMatchObject({
      account: { locked_at: null, lock_reason: null },
    });
    await lifted;
    expect(await readLock(user)).toBeNull();
    await submitVideo(user);
  });

  it('is locked and unlocked once', async () => {
    const user = await api.user();
    const replies = await Promise.all([act(user, 'lock'), act(user, 'lock')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await act(user, 'lock')).body).toEqual(
      refusal('already_locked', 'This account is already locked'),
    );
    await act(user, 'unlock');
    expect((await act(user, 'unlock')).body).toEqual(refusal('not_locked', 'This account is not locked'));
    expect(await auditEvents(api, { userId: user.userId })).toHaveLength(2);
  });

  it('stays closed to submissions after its unlock when its owner closed it', async () => {
    const user = await api.user();
    await act(user, 'lock');
    await store.owner.pool.query('update app_user set closed_at = now() where id = $1', [user.userId]);
    await act(user, 'unlock');
    expect((await user.post(createVideoPath, textToVideo)).body).toMatchObject({ code: 'account_closed' });
    const { rows } = await store.owner.pool.query('select is_locked from credit_account where user_id = $1', [
      user.userId,
    ]);
    expect(rows).toEqual([{ is_locked: true }]);
  });

  it('lets no submission through after the lock has returned, of fifty that arrive around it', async () => {
    const user = await api.user({ credits: 100_000 });
    const headers = { cookie: user.cookieHeader() };
    const submit = async (_: unknown, index: number) =>
      (await [api, other][index % 2]?.browser().post(createVideoPath, textToVideo, { headers }))?.status;
    const before = Array.from({ length: 25 }, submit);
    const lock = act(user, 'lock');
    const meanwhile = Array.from({ length: 15 }, submit);
    expect((await lock).status).toBe(200);
    const accepted = await countGenerations(user);
    const after = Array.from({ length: 10 }, submit);
    expect(new Set(await Promise.all(after))).toEqual(new Set([403]));
    const statuses = await Promise.all([...before, ...meanwhile]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(accepted);
    expect(statuses.filter((status) => status === 403)).toHaveLength(40 - accepted);
    expect(await countGenerations(user)).toBe(accepted);
  });
});

describe('operators', () => {
  it('end all sessions of an account, with its sockets on every process', async () => {
    const user = await api.user();
    const elsewhere = await api.user({ email: user.email, credits: 0 });
    const bystander = await api.user();
    const ended = await Promise.all([connect(api, user), connect(other, elsewhere)]);
    const kept = await connect(other, bystander);
    const ends = ended.map((socket) => next(socket, 'disconnect'));
    expect(await readAccount(user)).toMatchObject({ session_count: 2 });
    expect((await act(user, 'end-sessions')).body).toMatchObject({
      account: { session_count: 0 },
      changed: 2,
    });
    expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect']);
    for (const each of [user, elsewhere]) expect((await each.get('/api/user/info')).status).toBe(401);
    expect(kept.connected).toBe(true);
    expect((await bystander.get('/api/user/info')).status).toBe(200);
  });

  it('revoke all keys of an account, and of no other', async () => {
    const [user, bystander] = [await api.user(), await api.user()];
    const keys = [await createKey(user, { name: 'One' }), await createKey(user, { name: 'Two' })];
    const foreign = await createKey(bystander);
    expect(await readAccount(user)).toMatchObject({ key_count: 2 });
    expect((await act(user, 'revoke-keys')).body).toMatchObject({ account: { key_count: 0 }, changed: 2 });
    const call = (key: string) => other.browser().request('/api/user/info', withKey(key));
    for (const { key } of keys) expect((await call(key)).status).toBe(401);
    expect((await call(foreign.key)).status).toBe(200);
  });

  it('leave each act in the audit log, with the account and their reason', async () => {
    const user = await api.user();
    for (const name of ['lock', 'unlock', 'end-sessions', 'revoke-keys']) await act(user, name);
    const by = { actor: 'operator', actor_id: operator.userId, user_id: user.userId, reason };
    expect(await auditEvents(api, { userId: user.userId })).toMatchObject([
      { name: 'operator_locked_account', ...by },
      { name: 'operator_unlocked_account', ...by },
      { name: 'operator_ended_sessions', ...by, details: { changed: 1 } },
      { name: 'operator_revoked_keys', ...by, details: { changed: 0 } },
    ]);
  });

  it('need a reason and an existing account; other users find no such route', async () => {
    const user = await api.user();
    expect((await act(user, 'lock', operator, 'no')).status).toBe(400);
    expect((await operator.post(`/api/admin/users/${randomUUID()}/lock`, { reason })).status).toBe(404);
    for (const name of ['lock', 'unlock', 'end-sessions', 'revoke-keys'])
      expect((await act(user, name, user)).status).toBe(404);
    expect(await readLock(user)).toBeNull();
    expect(await auditEvents(api, { name: 'operator_locked_account', userId: user.userId })).toEqual([]);
  });
});
