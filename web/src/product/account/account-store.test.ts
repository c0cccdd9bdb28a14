import type { UserInfo } from '@atelier/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { request } from '#lib/api/request.ts';
import { accountFailure, accountStore, refreshAccount, showClosed } from './account-store.ts';

const info = { user: { id: 'u' }, credits: { revision: 1 } } as UserInfo;
let reply: () => Response;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubEnv('SSR', false);
  vi.stubGlobal('document', { cookie: 'signed-in=1' });
  vi.stubGlobal('fetch', async () => reply());
  accountStore.set({ status: 'loading', info: undefined });
  accountFailure.set(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answer = (status: number, body: object = {}) => {
  reply = () => Response.json(body, { status });
};

it('a failure is not taken for being signed out, and the account is read again until there is an answer', async () => {
  answer(500, { code: 'internal_error' });
  await refreshAccount();
  expect([accountStore.get().status, accountFailure.get()]).toEqual(['loading', true]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(accountStore.get().status).toBe('loading');
  answer(200, info);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([accountStore.get(), accountFailure.get()]).toEqual([{ status: 'signed-in', info }, false]);
});

it('a failure keeps the last known account', async () => {
  answer(200, info);
  await refreshAccount();
  reply = () => {
    throw new TypeError('Failed to fetch');
  };
  await refreshAccount();
  expect([accountStore.get(), accountFailure.get()]).toEqual([{ status: 'signed-in', info }, true]);
});

it('the answer that no user is signed in is no failure, and takes the hint of one away', async () => {
  answer(401, { code: 'please_login' });
  const read = refreshAccount();
  await vi.advanceTimersByTimeAsync(2_000);
  await read;
  expect([accountStore.get().status, accountFailure.get()]).toEqual(['anonymous', false]);
  expect(document.cookie).toBe('signed-in=; Path=/; Max-Age=0; SameSite=Lax');
});

it('a sign-in in another tab, whose cookies come after the end of the session it replaces, keeps the account', async () => {
  answer(401, { code: 'please_login' });
  const read = refreshAccount();
  await vi.advanceTimersByTimeAsync(1_000);
  Object.assign(document, { cookie: 'signed-in=2' });
  answer(200, info);
  await vi.advanceTimersByTimeAsync(1_000);
  await read;
  expect(accountStore.get()).toEqual({ status: 'signed-in', info });
});

it('a closed account is no failure, whichever call says so, and ends when it is kept', async () => {
  const closed = { status: 'closed', erasesAt: '2026-03-15T09:00:00.000Z' };
  answer(403, { code: 'account_closed', erased_at: closed.erasesAt });
  await refreshAccount();
  expect([accountStore.get(), accountFailure.get()]).toMatchObject([closed, false]);
  answer(200, info);
  await refreshAccount();
  expect(accountStore.get().status).toBe('signed-in');

  answer(403, { code: 'account_closed', erased_at: closed.erasesAt });
  const refused = await request('GET /api/credits/summary').catch((error: unknown) => error);
  expect(showClosed(refused)).toBe(true);
  expect(accountStore.get()).toMatchObject(closed);
});
