import { afterAll, describe, expect, it } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

const getInfo = (user: TestUser) => user.get('/api/user/info');
const isSignedIn = async (user: TestUser) => (await getInfo(user)).status === 200;
const pool = api.store.owner.pool;

/** Moves the session's last renewal and its creation into the past. */
async function age(
  user: TestUser,
  { renewedDaysAgo, createdDaysAgo }: Record<'renewedDaysAgo' | 'createdDaysAgo', number>,
) {
  await pool.query(
    `update user_session
        set expires_at = now() + interval '30 days' - make_interval(days => $2),
            created_at = now() - make_interval(days => $3)
      where user_id = $1`,
    [user.userId, renewedDaysAgo, createdDaysAgo],
  );
}

async function daysLeft(user: TestUser): Promise<number> {
  const { rows } = await pool.query(
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days from user_session where user_id = $1`,
    [user.userId],
  );
  return rows[0].days;
}

describe('a session', () => {
  it('is not renewed in the first half of its 30 days', async () => {
    const user = await api.user();
    await age(user, { renewedDaysAgo: 14, createdDaysAgo: 14 });
    expect((await getInfo(user)).headers.get('set-cookie')).toBeNull();
    expect(await daysLeft(user)).toBe(16);
  });

  it('is renewed with its cookie in the second half', async () => {
    const user = await api.user();
    const cookie = user.cookies.get('sid');
    await age(user, { renewedDaysAgo: 16, createdDaysAgo: 16 });
    const reply = await getInfo(user);
    expect(reply.headers.getSetCookie()[0]).toBe(
      `sid=${cookie}; HttpOnly; Max-Age=2592000; Path=/; SameSite=Lax`,
    );
    expect(await daysLeft(user)).toBe(30);
  });

  it('ends 30 days after the last visit, and leaves the cookie of a sign-in that has replaced it', async () => {
    const user = await api.user();
    await age(user, { renewedDaysAgo: 31, createdDaysAgo: 31 });
    const reply = await getInfo(user);
    expect([reply.status, reply.body]).toEqual([401, refusal('please_login', 'Unauthorized')]);
    expect(reply.headers.get('set-cookie')).toBeNull();
  });

  it('ends 90 days after it began, however often it was renewed', async () => {
    const user = await api.user();
    await age(user, { renewedDaysAgo: 1, createdDaysAgo: 89 });
    expect(await isSignedIn(user)).toBe(true);
    await age(user, { renewedDaysAgo: 1, createdDaysAgo: 91 });
    expect(await isSignedIn(user)).toBe(false);
  });

  it.each(['', 'x', "' or 1=1 --", 'a'.repeat(5_000), '%00', '__proto__'])(
    'is not found for the cookie %j',
    async (cookie) => {
      const browser = api.browser();
      const reply = await browser.get('/api/user/info', { cookie: `sid=${cookie}` });
      expect([reply.status, reply.body]).toEqual([401, refusal('please_login', 'Unauthorized')]);
    },
  );
});

describe('signing out', () => {
  it('ends this session for every copy of its cookie, and no other session', async () => {
    const user = await api.user();
    const thief = api.browser();
    for (const [name, value] of user.cookies) thief.cookies.set(name, value);
    const elsewhere = await api.user({ email: user.email, credits: 0 });
    const reply = await user.post('/api/auth/logout');
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    expect(user.cookies.has('sid')).toBe(false);
    expect((await thief.get('/api/user/info')).status).toBe(401);
    expect(await isSignedIn(elsewhere)).toBe(true);
  });

  it('ends every session of the user, and no other user’s, when requested for everywhere', async () => {
    const user = await api.user();
    const elsewhere = await api.user({ email: user.email, credits: 0 });
    const stranger = await api.user();
    const reply = await user.post('/api/auth/logout', { everywhere: true });
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    expect(await Promise.all([user, elsewhere, stranger].map(isSignedIn))).toEqual([false, false, true]);
  });

  it('clears the cookie also when the same request would renew the session', async () => {
    const user = await api.user();
    await age(user, { renewedDaysAgo: 16, createdDaysAgo: 16 });
    await user.post('/api/auth/logout');
    expect(user.cookies.has('sid')).toBe(false);
  });

  it('succeeds without a session and when repeated', async () => {
    expect((await api.browser().post('/api/auth/logout')).status).toBe(200);
    const user = await api.user();
    await user.post('/api/auth/logout');
    expect((await user.post('/api/auth/logout')).status).toBe(200);
  });

  it.each(['https://evil.test', 'null', null])('is refused from the origin %s', async (origin) => {
    const user = await api.user();
    const reply = await user.post('/api/auth/logout', undefined, { origin });
    expect(reply.status).toBe(403);
    expect(await isSignedIn(user)).toBe(true);
  });
});
