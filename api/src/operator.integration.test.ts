import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { UserInfo } from '@atelier/contract';
import { io } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { changeOperator } from './modules/admin/change-operator.ts';
import { auditEvents } from './testing/audit-events.ts';
import { publicUrl, startTestApi, type TestUser } from './testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const settings = ['ops@atelier.test'];
const operator = await api.user({ email: 'ops@atelier.test' });

const isAdmin = async (user: TestUser) => ((await user.get('/api/user/info')).body as UserInfo).user.is_admin;
const change = (email: string, isOperator: boolean, more: { reason?: string; isForced?: boolean } = {}) =>
  changeOperator(
    { ...api.deps, realtime: api.realtime },
    { email: email.toLowerCase(), isOperator, settings, ...more },
  );

describe('an operator', () => {
  it('has the rights from the next request on, and loses them so, also on open pages', async () => {
    const user = await api.user({ email: `Nora-${randomUUID()}@example.test` });
    const extraHeaders = { origin: publicUrl, cookie: user.cookieHeader() };
    const socket = io(api.url, { transports: ['websocket'], forceNew: true, extraHeaders });
    const next = (event: string) => new Promise((resolve) => socket.once(event, () => resolve(event)));
    await next('connect');

    const added = next('account:changed');
    expect(await change(user.email, true, { reason: 'On call' })).toBe('changed');
    await added;
    expect(await isAdmin(user)).toBe(true);
    expect((await user.get('/api/admin/users')).status).toBe(200);

    const removed = next('account:changed');
    expect(await change(user.email, false)).toBe('changed');
    await removed;
    expect(await isAdmin(user)).toBe(false);
    expect((await user.get('/api/admin/users')).status).toBe(404);
    socket.close();

    const by = { actor: 'system', actor_id: null, user_id: user.userId };
    const details = { os_user: expect.any(String) };
    expect(await auditEvents(api, { userId: user.userId })).toEqual([
      expect.objectContaining({ name: 'operator_added', ...by, reason: 'On call', details }),
      expect.objectContaining({ name: 'operator_removed', ...by, reason: null, details }),
      expect.objectContaining({ name: 'operator_page_refused' }),
    ]);
  });

  it('of ADMIN_EMAILS is removed as well, but the last one not by accident', async () => {
    expect(await change(operator.email, false)).toBe('last_operator');
    expect(await isAdmin(operator)).toBe(true);
    expect(await change(operator.email, false, { isForced: true })).toBe('changed');
    expect(await isAdmin(operator)).toBe(false);
    expect(await change(operator.email, true)).toBe('changed');
    expect(await isAdmin(operator)).toBe(true);
  });
});

// Each call is a process of its own.
describe('npm run operator', { timeout: 240_000 }, () => {
  const program = join(import.meta.dirname, 'operator.ts');
  const { databaseUrl, redisUrl } = api.store;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ADMIN_EMAILS: settings[0],
  };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  it('adds an operator before their first sign-in, lists all, and explains itself otherwise', async () => {
    const [added, misused] = await Promise.all([
      run('add', 'New@Example.test', '--reason', 'Night shift'),
      run('add', 'not-an-address'),
    ]);
    expect(added).toMatchObject({ code: 0, stdout: 'new@example.test is an operator now.\n' });
    expect(misused).toMatchObject({ code: 1, stderr: expect.stringContaining('Usage: npm run operator') });
    expect((await run('list')).stdout).toMatch(
      /^new@example.test {2}\(added .+, has not signed in yet\)\nops@atelier.test {2}\(added .+\)\n$/,
    );
    const events = await auditEvents(api, { name: 'operator_added' });
    expect(events.at(-1)).toMatchObject({ reason: 'Night shift', details: { email: 'new@example.test' } });
  }, 60_000);
});
