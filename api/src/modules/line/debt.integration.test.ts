import type { LineReply, PublicGeneration } from '@atelier/contract';
import { completedEvent, disputeEvent } from '@atelier/dev-stack';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createKey, withKey } from '../../testing/api-key.ts';
import { connectSocket } from '../../testing/connect-socket.ts';
import type { TestUser } from '../../testing/start-test-api.ts';
import { startTestShop } from '../../testing/start-test-shop.ts';
import { submitImage } from '../../testing/submissions.ts';

const shop = await startTestShop({ LIMIT_RUNNING: '2' });
const operator = await shop.user({ email: 'ops@atelier.test' });
afterEach(() => shop.store.expectWholeLedger());
afterAll(() => shop.close());

/** A user who has paid once, with two images that have started and these that wait; the payment is disputed. */
async function openDisputed(count: number) {
  const user = await shop.user({ credits: 0 });
  const { session } = await shop.open(user);
  await shop.deliver(completedEvent(session));
  const ids: string[] = [];
  while (ids.length < count + 2) ids.push((await submitImage(user)).id);
  await shop.deliver(disputeEvent(session, 'needs_response'));
  return { user, session, started: ids.slice(0, 2), waiting: ids.slice(2), debt: (count + 2) * 20 };
}

const readLine = async (user: TestUser) => (await user.get('/api/line')).body as LineReply;
const readGeneration = async (user: TestUser, id = '') =>
  ((await user.get(`/api/generations/${id}`)).body as { generation: PublicGeneration }).generation;
const listStatuses = (user: TestUser, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await readGeneration(user, id)).status));

describe('the line after a dispute', () => {
  it('what runs goes on and what waits says why it does not start', async () => {
    const { user, started, waiting, debt } = await openDisputed(3);
    expect(await readLine(user)).toMatchObject({
      waiting_reason: 'debt',
      debt_credits: debt,
      is_paused: false,
    });
    for (const id of waiting)
      expect((await readGeneration(user, id)).progress).toMatchObject({
        stage: 'waiting',
        waiting_reason: 'debt',
      });
    expect((await readGeneration(user, started[0])).progress.waiting_reason).toBeNull();
    const listed = (await user.get('/api/library')).body as { data: PublicGeneration[] };
    const reasons = listed.data.map(({ progress }) => progress.waiting_reason);
    expect(reasons).toEqual(['debt', 'debt', 'debt', null, null]);
    // A place that becomes free stays free, also when the owner resumes the line.
    await user.post(`/api/generations/${started[0]}/cancel`);
    await user.post('/api/line/resume');
    expect(await listStatuses(user, waiting)).toEqual(['waiting', 'waiting', 'waiting']);
  });

  it('what waits is still in the queue for programs in fal’s protocol', async () => {
    const { user, waiting } = await openDisputed(1);
    const { key } = await createKey(user);
    const reply = await shop
      .browser()
      .request(`/api/wan/fal/proxy/fal-ai/flux/requests/${waiting[0]}/status`, withKey(key));
    expect(reply.body).toMatchObject({ status: 'IN_QUEUE', queue_position: 0 });
  });

  it('what waits can be cancelled, and its credits return', async () => {
    const { user, waiting } = await openDisputed(2);
    await user.post(`/api/generations/${waiting[0]}/cancel`);
    await user.post('/api/line/cancel', { all: true });
    expect(await listStatuses(user, waiting)).toEqual(['cancelled', 'cancelled']);
    const { body } = await user.get('/api/user/info');
    expect(body).toMatchObject({ credits: { left_credits: 40 } });
  });

  it.each(['the dispute is won', 'credits are bought', 'an operator grants what is owed'])(
    'the line goes on at once when %s',
    async (how) => {
      const { user, session, started, waiting, debt } = await openDisputed(2);
      const socket = await connectSocket(shop, user);
      await user.post(`/api/generations/${started[0]}/cancel`);
      let changes = 0;
      socket.on('line:changed', () => {
        changes += 1;
      });
      if (how === 'the dispute is won') await shop.deliver(disputeEvent(session, 'won'));
      else if (how === 'credits are bought') {
        await shop.deliver(completedEvent((await shop.open(user)).session));
      } else {
        const body = { user_id: user.userId, kind: 'grant', credits: debt, reason: 'settled by transfer' };
        const reply = await operator.post('/api/admin/credits', { ...body, request_id: crypto.randomUUID() });
        expect([reply.status, reply.body]).toMatchObject([200, { available: 20 }]);
      }
      expect(await listStatuses(user, waiting)).toEqual(['pending', 'waiting']);
      expect(await readLine(user)).toMatchObject({ waiting_reason: 'place', debt_credits: 0 });
      await vi.waitUntil(() => changes > 0, { timeout: 20_000 });
      socket.close();
    },
  );
});
