import { randomUUID } from 'node:crypto';
import type { LineReply } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import { inLanes } from '../../testing/in-lanes.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const settings = { LIMIT_RUNNING: '2', LIMIT_WAITING: '700', ADMIN_EMAILS: 'ops@atelier.test' };
const api = await startTestApi({ store, settings });
const { pool } = store.owner;
afterEach(() => store.expectWholeLedger());
afterAll(async () => {
  await api.close();
  await store.close();
});

const unknown = randomUUID();

/** A user with two that have started, and these that wait. */
async function createLine(count: number) {
  const user = await api.user({ credits: 300 * (count + 10) });
  const started = [await submitVideo(user), await submitVideo(user)];
  const waiting = [];
  while (waiting.length < count) waiting.push(await submitVideo(user));
  return { user, started, waiting };
}

const readLine = async (user: TestUser) => (await user.get('/api/line')).body as LineReply;
const readOrder = async (user: TestUser) => (await readLine(user)).data.map(({ id }) => id);
const move = (user: TestUser, ids: string[], before: string | null) =>
  user.post('/api/line/move', { ids, before });
const readStatus = async (user: TestUser, id = '') =>
  ((await user.get(`/api/generations/${id}`)).body as { generation: { status: string } }).generation.status;
const cancel = (user: TestUser, id = '') => user.post(`/api/generations/${id}/cancel`);

describe('the line', () => {
  it('lists what waits in order, for the browser and for programs', async () => {
    const { user, waiting } = await createLine(3);
    const line = await readLine(user);
    expect(line).toMatchObject({ is_paused: false, running: 2, limits: { running: 2, waiting: 700 } });
    expect(line.data.map(({ id, position }) => [id, position])).toEqual(
      waiting.map((id, index) => [id, index + 1]),
    );
    expect(line.data[0]).toMatchObject({
      kind: 'text-to-video',
      medium: 'video',
      cost: 300,
      stop_after: false,
    });
    const { key } = await createKey(user, { scopes: ['read'] });
    const reply = await api.browser().request('/api/line', withKey(key));
    expect((reply.body as LineReply).data).toEqual(line.data);
    const own = await user.get(`/api/generations/${waiting[2]}`);
    expect(own.body).toMatchObject({
      generation: { status: 'waiting', can_cancel: true, progress: { stage: 'waiting', queue_position: 2 } },
    });
  });

  it('gives the place of one that is cancelled to the first, without a wait', async () => {
    const { user, started, waiting } = await createLine(2);
    await cancel(user, started[0]);
    expect(await readStatus(user, waiting[0])).toBe('pending');
    expect(await readOrder(user)).toEqual([waiting[1]]);
  });
});

describe('moving', () => {
  it('puts any number before another one or at the end, in their own order', async () => {
    const { user, started, waiting } = await createLine(4);
    const [a = '', b = '', c = '', d = ''] = waiting;
    const foreign = (await createLine(1)).waiting[0] ?? '';
    expect((await move(user, [d, b, started[0] ?? '', foreign, unknown], a)).body).toEqual({
      changed: 2,
      skipped: [started[0], foreign, unknown],
    });
    expect(await readOrder(user)).toEqual([b, d, a, c]);
    await move(user, [b], null);
    expect(await readOrder(user)).toEqual([d, a, c, b]);
    const late = await submitVideo(user);
    expect(await readOrder(user)).toEqual([d, a, c, b, late]);
    await cancel(user, started[0]);
    expect(await readStatus(user, d)).toBe('pending');
    // The one that they were to go before has just started.
    expect((await move(user, [b], d)).body).toEqual({ changed: 1, skipped: [] });
    expect(await readOrder(user)).toEqual([b, a, c, late]);
    expect((await move(user, [a], foreign)).body).toEqual({ changed: 0, skipped: [a] });
  });

  it('ends in one order however many move at once, and loses none', { tags: 'random' }, async () => {
    const { user, waiting } = await createLine(8);
    const moves = Array.from({ length: 60 }, (_, index) => {
      const ids = waiting.filter((_id, place) => (index * 7 + place * 3) % 4 === 0);
      return () => move(user, ids, waiting[(index * 5) % 8] ?? null);
    });
    const replies = await inLanes(moves, (act) => act());
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const order = await readOrder(user);
    expect(order.toSorted()).toEqual(waiting.toSorted());
    expect(await readOrder(user)).toEqual(order);
  });

  it('refuses what names nothing, or no ids', async () => {
    const user = await api.user();
    for (const body of [{}, { ids: [], before: null }, { ids: ['1'], before: null }, { ids: [unknown] }])
      expect((await user.post('/api/line/move', body)).status).toBe(400);
    expect((await move(user, [unknown], null)).body).toEqual({ changed: 0, skipped: [unknown] });
  });
});

describe('pausing', () => {
  it('starts none, lets submissions wait, and goes on when it is resumed', async () => {
    const { user, started, waiting } = await createLine(2);
    expect((await user.post('/api/line/pause')).body).toEqual({ is_paused: true });
    await Promise.all(started.map((id) => cancel(user, id)));
    expect(await readLine(user)).toMatchObject({ is_paused: true, running: 0 });
    const late = await submitVideo(user);
    expect(await readOrder(user)).toEqual([...waiting, late]);
    expect((await user.post('/api/line/resume')).body).toEqual({ is_paused: false });
    expect(await readLine(user)).toMatchObject({
      is_paused: false,
      running: 2,
      data: [{ id: late, position: 1 }],
    });
  });

  it('comes after one that is marked so, and not when the mark is taken away', async () => {
    const { user, started, waiting } = await createLine(3);
    const stop = (id: string | undefined, on: boolean) => user.post('/api/line/stop-after', { id, on });
    expect((await stop(waiting[0], true)).body).toEqual({ changed: 1, skipped: [] });
    await stop(waiting[1], true);
    await stop(waiting[0], false);
    expect((await readLine(user)).data.map(({ stop_after }) => stop_after)).toEqual([false, true, false]);
    expect((await stop(started[0], true)).body).toEqual({ changed: 0, skipped: [started[0]] });
    await cancel(user, started[0]);
    expect(await readLine(user)).toMatchObject({ is_paused: false });
    await cancel(user, started[1]);
    expect(await readLine(user)).toMatchObject({ is_paused: true, running: 2, data: [{ id: waiting[2] }] });
  });
});

describe('cancelling', () => {
  it('ends those that are named at no cost, and skips the others', async () => {
    const { user, started, waiting } = await createLine(3);
    const ids = [waiting[1] ?? '', started[0] ?? '', unknown];
    expect((await user.post('/api/line/cancel', { ids })).body).toEqual({
      changed: 1,
      skipped: [started[0], unknown],
    });
    expect(await readStatus(user, waiting[1])).toBe('cancelled');
    expect(await readOrder(user)).toEqual([waiting[0], waiting[2]]);
  });

  it('ends hundreds in one call', { tags: 'load', timeout: 120_000 }, async () => {
    const rich = await api.user({ credits: 300 * 502 });
    await inLanes(Array.from({ length: 502 }), () => submitVideo(rich));
    expect((await rich.post('/api/line/cancel', { all: true })).body).toEqual({ changed: 500, skipped: [] });
    const { rows } = await pool.query(
      'select available, held, running, waiting from credit_account where user_id = $1',
      [rich.userId],
    );
    expect(rows).toEqual([{ available: 150_000, held: 600, running: 2, waiting: 0 }]);
    expect((await rich.post('/api/line/cancel', { all: true })).body).toEqual({ changed: 0, skipped: [] });
  });

  it.each([{}, { all: false }, { ids: [unknown], all: true }])('refuses %j', async (body) => {
    expect((await (await api.user()).post('/api/line/cancel', body)).status).toBe(400);
  });
});

describe('a locked account', () => {
  it('starts none of 500 that wait, and goes on when it is unlocked', {
    tags: 'load',
    timeout: 120_000,
  }, async () => {
    const user = await api.user({ credits: 300 * 502 });
    await inLanes(Array.from({ length: 502 }), () => submitVideo(user));
    const operator = await api.user({ email: 'ops@atelier.test' });
    const { rows } = await pool.query<{ id: string }>(
      `select id from generation where user_id = $1 and status = 'pending'`,
      [user.userId],
    );
    const lock = await operator.post(`/api/admin/users/${user.userId}/lock`, { reason: 'asked for it' });
    expect(lock.status).toBe(200);
    await Promise.all(rows.map(({ id }) => cancel(user, id)));
    const account = async () =>
      (await pool.query('select running, waiting from credit_account where user_id = $1', [user.userId]))
        .rows;
    expect(await account()).toEqual([{ running: 0, waiting: 500 }]);
    await user.post('/api/line/resume');
    expect(await account()).toEqual([{ running: 0, waiting: 500 }]);
    await operator.post(`/api/admin/users/${user.userId}/unlock`, { reason: 'asked for it' });
    expect(await account()).toEqual([{ running: 2, waiting: 498 }]);
  });
});

async function follow(user: TestUser) {
  const socket = await connectSocket(api, user);
  const events: { revision: number }[] = [];
  socket.on('line:changed', (change) => void events.push(change));
  return { socket, events };
}

it('the line notifies the user’s browsers within two seconds, of many changes in few events', async () => {
  const { user, waiting } = await createLine(3);
  const [first, second] = [await follow(user), await follow(user)];
  const [a = '', b = '', c = ''] = waiting;
  await Promise.all([
    move(user, [c], a),
    move(user, [b], a),
    move(user, [a], null),
    submitVideo(user),
    submitVideo(user),
  ]);
  const { revision } = await readLine(user);
  for (const { events } of [first, second])
    await vi.waitUntil(() => events.some((event) => event.revision >= revision), { timeout: 2_000 });
  expect(first.events.length).toBeLessThanOrEqual(3);
  await user.post('/api/line/pause');
  const paused = await readLine(user);
  await vi.waitUntil(() => second.events.some((event) => event.revision >= paused.revision), {
    timeout: 2_000,
  });
  for (const { socket } of [first, second]) socket.close();
});
