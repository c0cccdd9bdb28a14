import { randomUUID } from 'node:crypto';
import { completedEvent, disputeEvent, expiredEvent, failedEvent, refundedEvent } from '@atelier/dev-stack';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { startTestShop } from '../../testing/start-test-shop.ts';

const shop = await startTestShop();
afterEach(() => shop.store.expectWholeLedger());
afterAll(() => shop.close());

async function readBalance(user: TestUser) {
  const info = (await user.get('/api/user/info')).body as {
    credits: { left_credits: number };
    has_ever_paid: boolean;
  };
  return [info.credits.left_credits, info.has_ever_paid];
}

async function readPurchase(user: TestUser, id: string) {
  const reply = await user.get(`/api/purchases/${id}`);
  return (reply.body as { purchase: Record<string, unknown> }).purchase;
}

const newcomer = () => shop.user({ credits: 0 });

async function press(url: string, action: string): Promise<URL> {
  const body = new URLSearchParams({ action });
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

describe('a checkout', () => {
  it('leads to the payment page, grants the pack and returns to the page the user came from', async () => {
    const user = await newcomer();
    const redirect = '/creator/video/text-to-video?prompt=boat';
    const reply = await user.post('/api/checkout', { pack: 'starter', redirect });
    expect(reply.status).toBe(200);
    const { url, purchase_id: id } = reply.body as { url: string; purchase_id: string };
    expect(await readPurchase(user, id)).toMatchObject({
      status: 'open',
      pack: 'starter',
      credits: 1_000,
      amount_minor: 500,
      currency: 'usd',
      paid_at: null,
    });
    expect(await readBalance(user)).toEqual([0, false]);

    const back = await press(url, 'complete');
    expect(back.pathname).toBe('/pricing/return');
    expect(Object.fromEntries(back.searchParams)).toEqual({ purchase: id, redirect });
    await vi.waitUntil(async () => (await readPurchase(user, id)).status === 'paid', { timeout: 20_000 });
    expect(await readBalance(user)).toEqual([1_000, true]);
  });

  it.each([
    ['fail', 'failed'],
    ['cancel', 'expired'],
  ])('grants nothing after "%s" and shows the purchase as %s', async (action, status) => {
    const user = await newcomer();
    const { url, purchaseId } = await shop.open(user);
    const back = await press(url, action);
    expect(back.searchParams.get('cancelled')).toBe(action === 'cancel' ? 'true' : null);
    await vi.waitUntil(async () => (await readPurchase(user, purchaseId)).status === status, {
      timeout: 20_000,
    });
    expect(await readBalance(user)).toEqual([0, false]);
  });

  it('is the same for the same request id, which is refused for another pack', async () => {
    const user = await newcomer();
    const body = { pack: 'studio', request_id: randomUUID() };
    const first = await user.post('/api/checkout', body);
    expect((await user.post('/api/checkout', body)).body).toEqual(first.body);
    const other = await user.post('/api/checkout', { ...body, pack: 'starter' });
    expect(other.status).toBe(422);
    const again = await user.post('/api/checkout', { pack: 'studio' });
    expect(again.body).not.toEqual(first.body);
  });

  it.each(['//evil.test/x', 'https://evil.test', '/\\evil.test', '/api/auth/logout'])(
    'never returns to %s',
    async (redirect) => {
      const user = await newcomer();
      const { body } = await user.post('/api/checkout', { pack: 'starter', redirect });
      const back = await press((body as { url: string }).url, 'cancel');
      expect(back.origin).toBe('http://atelier.test');
      expect(back.searchParams.get('redirect')).toBe('/');
    },
  );

  it('needs a session, our own origin and an existing pack', async () => {
    const user = await newcomer();
    const refused = async (body: object, by = user, origin?: string) =>
      (await by.post('/api/checkout', body, { origin })).status;
    expect((await shop.browser().post('/api/checkout', { pack: 'starter' })).status).toBe(401);
    expect(await refused({ pack: 'starter' }, user, 'https://evil.test')).toBe(403);
    expect(await refused({ pack: 'free' })).toBe(400);
    expect(await refused({})).toBe(400);
  });

  it('of another user does not exist', async () => {
    const { purchaseId } = await shop.open(await newcomer());
    const other = await newcomer();
    expect((await other.get(`/api/purchases/${purchaseId}`)).status).toBe(404);
    expect((await shop.browser().get(`/api/purchases/${purchaseId}`)).status).toBe(401);
  });

  it('is unavailable without a payment provider', async () => {
    const unconfigured = await startTestApi({ store: shop.store });
    const reply = await (await unconfigured.user()).post('/api/checkout', { pack: 'starter' });
    expect(reply.status).toBe(503);
    const hook = await unconfigured.browser().post('/api/checkout/webhook', {}, { origin: null });
    expect(hook.body).toEqual(refusal('unavailable', 'The service is unavailable at the moment'));
    await unconfigured.close();
  });
});

describe('the webhook', () => {
  const forged = refusal('invalid_signature', 'The webhook signature is not valid');

  it('grants a payment once, however often its events are delivered', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const event = completedEvent(session);
    const replies = await Promise.all(Array.from({ length: 5 }, () => shop.deliver(event)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const outcomes = replies.map(({ body }) => (body as { outcome: string }).outcome);
    expect(outcomes.toSorted()).toEqual(['applied', 'repeated', 'repeated', 'repeated', 'repeated']);
    // The same payment under another event id.
    await shop.deliver(completedEvent(session));
    expect(await readBalance(user)).toEqual([1_000, true]);
  });

  it('refuses a body that was changed after signing', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const event = completedEvent(session);
    const body = JSON.stringify(event).replace(String(session.amountMinor), '1');
    const reply = await shop.deliver(event, { body });
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual(forged);
    expect(await readBalance(user)).toEqual([0, false]);
  });

  it('refuses a wrong secret, an old signature and a missing one', async () => {
    const user = await newcomer();
    const event = completedEvent((await shop.open(user)).session);
    const old = Math.floor(Date.now() / 1000) - 301;
    expect((await shop.deliver(event, { secret: 'whsec_other' })).status).toBe(401);
    expect((await shop.deliver(event, { timestampSeconds: old })).status).toBe(401);
    const unsigned = await shop.browser().post('/api/checkout/webhook', event, { origin: null });
    expect(unsigned.body).toEqual(forged);
    expect(await readBalance(user)).toEqual([0, false]);
  });

  it('leaves forgeries in the audit log, counted', async () => {
    const event = completedEvent((await shop.open(await newcomer())).session);
    await auditEvents(shop, {});
    for (let time = 0; time < 3; time += 1) await shop.deliver(event, { secret: 'whsec_other' });
    const last = (await auditEvents(shop, { name: 'webhook_refused' })).at(-1);
    expect(last).toMatchObject({
      actor: 'anonymous',
      occurrences: 3,
      address: '127.0.0.1',
      details: { route: '/api/checkout/webhook' },
    });
  });

  it('takes credits back for refunds and disputes, also when they arrive before the payment', async () => {
    const user = await newcomer();
    const { session, purchaseId } = await shop.open(user);
    await shop.deliver(refundedEvent(session, 250));
    await shop.deliver(completedEvent(session));
    expect(await readBalance(user)).toEqual([500, true]);
    await shop.deliver(disputeEvent(session, 'needs_response'));
    expect(await readBalance(user)).toEqual([0, true]);
    expect(await readPurchase(user, purchaseId)).toMatchObject({ status: 'disputed', taken_credits: 1_000 });
    await shop.deliver(disputeEvent(session, 'won'));
    expect(await readBalance(user)).toEqual([500, true]);
    expect(await readPurchase(user, purchaseId)).toMatchObject({ status: 'paid', refunded_minor: 250 });
  });

  it('takes nothing for an inquiry and grants nothing for a wrong amount', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    await shop.deliver(completedEvent({ ...session, amountMinor: 1 }));
    expect(await readBalance(user)).toEqual([0, false]);
    await shop.deliver(completedEvent(session));
    const inquiry = await shop.deliver(disputeEvent(session, 'warning_needs_response'));
    expect(inquiry.body).toMatchObject({ outcome: 'ignored' });
    expect(await readBalance(user)).toEqual([1_000, true]);
  });

  it('reports a payment that arrives after its user closed the account, so that it is refunded', async () => {
    const user = await newcomer();
    const { purchaseId, session } = await shop.open(user);
    expect((await user.post('/api/user/close', { email: user.email })).status).toBe(200);
    expect((await shop.deliver(completedEvent(session))).body).toMatchObject({ outcome: 'applied' });
    const report = shop
      .logText()
      .split('\n')
      .find((line) => line.includes('closed_account'));
    expect(JSON.parse(report ?? '')).toMatchObject({ level: 50, fact: { purchaseId } });
  });

  it('grants a payment whose session was reported as expired or failed before', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    for (const event of [expiredEvent(session), failedEvent(session), completedEvent(session, 'unpaid')])
      await shop.deliver(event);
    expect(await readBalance(user)).toEqual([0, false]);
    await shop.deliver(completedEvent(session));
    await shop.deliver(expiredEvent(session));
    expect(await readBalance(user)).toEqual([1_000, true]);
  });

  it('replies 200 to events it does not know, because Stripe would repeat them for days', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const unknownType = { ...completedEvent(session), type: 'customer.created' };
    expect((await shop.deliver(unknownType)).body).toEqual({ success: true, outcome: 'ignored' });
    const unknown = completedEvent({
      ...session,
      metadata: { purchase_id: randomUUID() },
      paymentIntent: 'pi_x',
    });
    expect((await shop.deliver(unknown)).body).toEqual({ success: true, outcome: 'waiting' });
  });

  it.each([
    ['no object', { data: {} }],
    ['no data', { data: undefined }],
    ['an object of null', { data: { object: null } }],
    ['a type that nobody knows yet', { type: 'checkout.session.imagined' }],
    ['a type that is no text', { type: 7 }],
    ['a type named like a method', { type: 'toString' }],
    ['the form of the second API', { object: 'v2.core.event', data: undefined }],
    ['an unpaid session without anything else', { data: { object: { payment_status: 'unpaid' } } }],
    ['a session that needed no payment', { data: { object: { payment_status: 'no_payment_required' } } }],
  ])('answers an event with %s without failing, and moves nothing', async (_what, changes) => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const event = { ...completedEvent(session), id: `evt_${randomUUID()}`, ...changes };
    const reply = await shop.deliver(event as never);
    const isKnown = event.type === 'checkout.session.completed' && !('object' in changes);
    const hasStatus = JSON.stringify(changes).includes('payment_status');
    expect(reply.status).toBe(isKnown && !hasStatus ? 400 : 200);
    expect(await readBalance(user)).toEqual([0, false]);
  });

  it('takes fields that Stripe leaves out, writes as null or expands', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const event = completedEvent(session) as unknown as { data: { object: Record<string, unknown> } };
    const { object } = event.data;
    const intent = object.payment_intent as string;
    const expanded = { ...object, payment_intent: { id: intent, object: 'payment_intent' }, customer: null };
    expect((await shop.deliver({ ...event, data: { object: expanded } } as never)).status).toBe(200);
    expect(await readBalance(user)).toEqual([1_000, true]);
    const refund = refundedEvent(session, 500) as unknown as { data: { object: Record<string, unknown> } };
    for (const amount of [null, undefined, '500', -1, 1.5]) {
      const charge = { ...refund.data.object, amount_refunded: amount };
      const reply = await shop.deliver({ ...refund, data: { object: charge } } as never);
      expect([amount, reply.status, reply.body]).toMatchObject([amount, 400, { code: 'invalid_json' }]);
    }
    expect(shop.logText()).toContain('a signed payment event could not be read');
    const bare = { ...refund.data.object, metadata: null, payment_intent: intent };
    expect((await shop.deliver({ ...refund, data: { object: bare } } as never)).body).toMatchObject({
      outcome: 'applied',
    });
    expect((await readBalance(user))[0]).toBe(0);
  });

  it('keeps a payment without amount, currency or names for an operator, and grants nothing', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const { data, ...event } = completedEvent(session) as unknown as { data: { object: object } };
    const nulls = { amount_total: null, currency: null };
    const wrong = { ...event, data: { object: { ...data.object, ...nulls } } };
    expect((await shop.deliver(wrong as never)).body).toMatchObject({ outcome: 'wrong_amount' });
    const nameless = { ...data.object, metadata: null, client_reference_id: null, payment_intent: null };
    const unnamed = { ...event, id: `evt_${randomUUID()}`, data: { object: nameless } };
    expect((await shop.deliver(unnamed as never)).body).toMatchObject({ outcome: 'waiting' });
    expect(await readBalance(user)).toEqual([0, false]);
  });

  it.each(['null', '[]', '"x"', '7', '{}', '{'])(
    'answers the signed body %s without failing',
    async (body) => {
      const user = await newcomer();
      const { session } = await shop.open(user);
      const reply = await shop.deliver(JSON.parse(body === '{' ? '{}' : body) as never);
      expect(reply.status).toBeLessThan(500);
      expect((await shop.deliver(completedEvent(session), { body })).status).toBe(401);
    },
  );
});
