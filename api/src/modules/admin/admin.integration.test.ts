import { randomUUID } from 'node:crypto';
import type { AdminUserReply, ProjectReply } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { finishVideo } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';

const api = await startTestApi({ settings: { LOG_LEVEL: 'info' } });
const operator = await api.user({ email: 'ops@atelier.test' });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const reason = 'Asked for by mail';
const detail = async (user: TestUser) =>
  (await operator.get(`/api/admin/users/${user.userId}`)).body as AdminUserReply;
const book = (body: object) =>
  operator.post('/api/admin/credits', {
    kind: 'grant',
    credits: 100,
    reason,
    request_id: randomUUID(),
    ...body,
  });
const operate = (id: string, action: string, by: TestUser = operator) =>
  by.post(`/api/admin/generations/${id}/${action}`, { reason });

describe('for everyone but administrators', () => {
  it('the admin routes do not exist', async () => {
    const user = await api.user();
    const id = await submitVideo(user);
    for (const visitor of [user, api.browser()]) {
      expect((await visitor.get('/api/admin/users')).status).toBe(404);
      expect((await visitor.get(`/api/admin/users/${user.userId}`)).status).toBe(404);
      expect((await visitor.get('/api/admin/owed')).status).toBe(404);
      expect((await visitor.post('/api/admin/credits', {})).status).toBe(404);
      expect((await visitor.post(`/api/admin/generations/${id}/fail`, { reason })).status).toBe(404);
    }
    const foreign = await operator.post('/api/admin/credits', {}, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    const asked = await auditEvents(api, { name: 'operator_page_refused' });
    expect(asked).toMatchObject([
      { details: { method: 'GET', route: '/api/admin/users' } },
      { details: { route: '/api/admin/users/:id' } },
      { details: { route: '/api/admin/owed' } },
      { details: { route: '/api/admin/credits' } },
      { details: { route: '/api/admin/generations/:id/fail' } },
    ]);
    // Visitors who are not signed in are not recorded, and neither is an operator with a wrong id.
    await operator.get(`/api/admin/users/${randomUUID()}`);
    expect(await auditEvents(api, { name: 'operator_page_refused' })).toEqual(asked);
    expect(new Set(asked.map(({ user_id }) => user_id))).toEqual(new Set([user.userId]));
  });
});

describe('every act of an operator', () => {
  it('leaves one audit event with the account concerned and the reason, however often it is sent', async () => {
    const user = await api.user({ credits: 1_000 });
    const request_id = randomUUID();
    const moved = await book({ user_id: user.userId, request_id });
    await book({ user_id: user.userId, request_id });
    const id = await submitVideo(user);
    await operate(id, 'retry');
    await operate(id, 'fail');
    const again = { reason, request_id: randomUUID() };
    const resubmit = () => operator.post(`/api/admin/generations/${id}/retry`, again);
    const [resubmitted] = [await resubmit(), await resubmit()];
    const { id: done } = await finishVideo(api.deps, user);
    await operate(done, 'refund');
    await operate(done, 'refund');

    const events = await auditEvents(api, { userId: user.userId });
    const by = { actor: 'operator', actor_id: operator.userId, user_id: user.userId, reason };
    const { entry_id } = moved.body as { entry_id: number };
    const { generation } = resubmitted.body as { generation: { id: string } };
    expect(events).toMatchObject([
      { name: 'operator_moved_credits', ...by, details: { kind: 'grant', credits: 100, entry_id } },
      { name: 'operator_checked_generation', ...by, details: { generation_id: id } },
      { name: 'operator_ended_generation', ...by, details: { generation_id: id } },
      {
        name: 'operator_resubmitted_generation',
        ...by,
        details: { generation_id: id, new_generation_id: generation.id },
      },
      { name: 'operator_refunded_generation', ...by, details: { generation_id: done, credits: 300 } },
    ]);
    expect(events).toHaveLength(5);
    expect(api.logText()).toContain('"audit":"operator_moved_credits"');
  });
});

describe('users', () => {
  it('are found by part of their address, by their id, or by the id of one of their generations', async () => {
    const user = await api.user({ credits: 50 });
    const found = async (search: string) => {
      const reply = await operator.get(`/api/admin/users?search=${encodeURIComponent(search)}`);
      return (reply.body as { data: { id: string }[] }).data;
    };
    const expected = {
      id: user.userId,
      email: user.email,
      available: 50,
      held: 0,
      owed: 0,
      has_ever_paid: true,
    };
    expect(await found(user.email.slice(2, 20).toUpperCase())).toMatchObject([expected]);
    expect(await found(user.userId)).toMatchObject([expected]);
    const generationId = await submitVideo(await api.user());
    expect((await found(generationId)).map(({ id }) => id)).not.toContain(user.userId);
    expect(await found(generationId)).toHaveLength(1);
    expect(await found(randomUUID())).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect((await found('')).length).toBeGreaterThan(1);
  });

  it('are shown with balance, ledger, generations and purchases', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, user);
    const shown = await detail(user);
    expect(shown.user).toMatchObject({ email: user.email, available: 700, held: 0 });
    expect(shown.ledger.map(({ kind }) => kind)).toEqual(['settle', 'reserve', 'purchase']);
    expect(shown.generations).toMatchObject([{ id, status: 'completed' }]);
    expect(shown.purchases).toMatchObject([{ credits: 1_000, owed_credits: 0 }]);
    expect((await operator.get(`/api/admin/users/${randomUUID()}`)).status).toBe(404);
  });
});

describe('credits', () => {
  it('are granted with reason and actor, once per request id', async () => {
    const user = await api.user({ credits: 0 });
    const request_id = randomUUID();
    const first = await book({ user_id: user.userId, request_id });
    expect(first.body).toEqual({ entry_id: expect.any(Number), available: 100, held: 0 });
    expect((await book({ user_id: user.userId, request_id })).body).toEqual(first.body);
    expect((await book({ user_id: user.userId, request_id, credits: 200 })).status).toBe(422);
    const { ledger, user: shown } = await detail(user);
    expect(ledger).toMatchObject([
      { kind: 'grant', available: 100, reason, actor: 'operator', actor_email: 'ops@atelier.test' },
    ]);
    // Granted credits are no payment.
    expect(shown.has_ever_paid).toBe(false);
    const own = (await user.get('/api/credits/ledger')).body as { data: object[] };
    expect(own.data[0]).toMatchObject({ reason, actor: 'operator' });
    expect(own.data[0]).not.toHaveProperty('actor_email');
  });

  it('are moved only by an operator who has just signed in', async () => {
    const stale = await api.user({ email: 'ops@atelier.test', credits: 0 });
    await api.ageSignIn(stale);
    const user = await api.user({ credits: 0 });
    const body = { user_id: user.userId, kind: 'grant', credits: 5, reason, request_id: randomUUID() };
    const replies = [
      await stale.post('/api/admin/credits', body),
      await operate(randomUUID(), 'refund', stale),
    ];
    const notFresh = refusal('sign_in_again', 'Please sign in again to confirm that it is you');
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([403, notFresh]);
    expect((await operate(randomUUID(), 'fail', stale)).status).toBe(404);
    expect((await detail(user)).ledger).toEqual([]);
  });

  it('are taken by an adjustment, but never below zero', async () => {
    const user = await api.user({ credits: 100 });
    const take = { user_id: user.userId, kind: 'adjustment', credits: -60 };
    expect((await book(take)).body).toMatchObject({ available: 40 });
    expect((await book(take)).body).toEqual(
      refusal('insufficient_credits', 'Insufficient credits', { required: 60, current: 40 }),
    );
  });

  it.each([
    { kind: 'grant', credits: -5 },
    { credits: 0 },
    { credits: 1.5 },
    { reason: 'no' },
    { reason: '=1+1' },
    { reason: 'No\u0000text' },
    { kind: 'purchase' },
    { request_id: undefined },
  ])('are not booked with %j', async (change) => {
    const user = await api.user({ credits: 0 });
    expect((await book({ user_id: user.userId, ...change })).status).toBe(400);
    expect((await detail(user)).ledger).toEqual([]);
  });

  it('are booked for existing users only', async () => {
    expect((await book({ user_id: randomUUID() })).status).toBe(404);
  });
});

describe('a generation', () => {
  it('is refunded only once', async () => {
    const user = await api.user({ credits: 1_000 });
    const { id } = await finishVideo(api.deps, user);
    expect((await operate(id, 'refund')).body).toMatchObject({ action: 'refunded' });
    const again = await operate(id, 'refund');
    expect(again.body).toEqual(refusal('already_refunded', 'These credits were already refunded'));
    expect(await detail(user)).toMatchObject({
      user: { available: 1_000 },
      ledger: [{ kind: 'refund', reason }, {}, {}, {}],
    });
    const receipt = (await user.get(`/api/generations/${id}/receipt`)).body;
    expect(receipt).toMatchObject({ settled: 300, refunded: 300 });
    expect((await user.get('/api/credits/summary')).body).toMatchObject({ spent: 0 });
  });

  it('has nothing to refund unless it was charged', async () => {
    const id = await submitVideo(await api.user());
    expect((await operate(id, 'refund')).body).toEqual(
      refusal('nothing_to_refund', 'Nothing was charged for this generation'),
    );
  });

  it('is ended and its whole hold released', async () => {
    const user = await api.user({ credits: 300 });
    const id = await submitVideo(user);
    expect((await operate(id, 'fail')).body).toMatchObject({
      action: 'failed',
      generation: { status: 'failed', error: { code: 'ended_by_operator' }, credits: { released: 300 } },
    });
    expect((await operate(id, 'fail')).status).toBe(409);
    expect(await detail(user)).toMatchObject({
      user: { available: 300, held: 0 },
      ledger: [{ kind: 'release', reason, actor: 'operator', actor_email: 'ops@atelier.test' }, {}, {}],
    });
  });

  it('is checked again while running, resubmitted for its owner after a failure, and left alone once delivered', async () => {
    const user = await api.user({ credits: 900 });
    const id = await submitVideo(user, { is_public: true });
    expect((await operate(id, 'retry')).body).toMatchObject({ action: 'woken', generation: { id } });
    await operate(id, 'fail');
    const repeated = (await operate(id, 'retry')).body as { action: string; generation: { id: string } };
    expect(repeated).toMatchObject({
      action: 'resubmitted',
      generation: { status: 'pending', is_public: true },
    });
    expect(repeated.generation.id).not.toBe(id);
    expect((await detail(user)).user).toMatchObject({ available: 600, held: 300 });
    const { id: done } = await finishVideo(api.deps, user);
    expect((await operate(done, 'retry')).status).toBe(409);
    expect((await operate(randomUUID(), 'retry')).status).toBe(404);
  });

  it('is resubmitted into its project, as long as that takes generations', async () => {
    const user = await api.user({ credits: 900 });
    const { project } = (await user.post('/api/projects', { name: 'Sea' })).body as ProjectReply;
    const id = await submitVideo(user, { project_id: project.id });
    await operate(id, 'fail');
    const again = async () =>
      ((await operate(id, 'retry')).body as { generation: { project_id: string | null } }).generation;
    expect(await again()).toMatchObject({ status: 'pending', project_id: project.id });
    await user.request(`/api/projects/${project.id}`, { method: 'PATCH', body: { is_archived: true } });
    expect(await again()).toMatchObject({ status: 'pending', project_id: null });
  });

  it('is resubmitted once per request id, also for concurrent requests', async () => {
    const user = await api.user({ credits: 900 });
    const id = await submitVideo(user);
    await operate(id, 'fail');
    const path = `/api/admin/generations/${id}/retry`;
    const body = { reason, request_id: randomUUID() };
    const replies = await Promise.all([operator.post(path, body), operator.post(path, body)]);
    const ids = replies.map((reply) => (reply.body as { generation: { id: string } }).generation.id);
    expect(ids[0]).toBe(ids[1]);
    expect((await detail(user)).user).toMatchObject({ available: 600, held: 300 });
  });
});
