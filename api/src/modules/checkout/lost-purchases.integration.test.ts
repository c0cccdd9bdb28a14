import { randomUUID } from 'node:crypto';
import { packs } from '@atelier/catalog';
import type { AdminOwedReply } from '@atelier/contract';
import {
  completedEvent,
  disputeEvent,
  expiredEvent,
  refundedEvent,
  refundFailedEvent,
} from '@atelier/dev-stack';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { auditEvents } from '../../testing/audit-events.ts';
import type { TestUser } from '../../testing/start-test-api.ts';
import { startTestShop } from '../../testing/start-test-shop.ts';

const shop = await startTestShop();
const operator = await shop.user({ email: 'ops@atelier.test' });
afterEach(() => shop.store.expectWholeLedger());
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) => shop.store.owner.pool.query(text, values);
const newcomer = () => shop.user({ credits: 0 });
const [starter] = packs;
const packCredits = starter?.credits ?? 0;

async function readCredits(user: TestUser): Promise<number> {
  const { body } = await user.get('/api/user/info');
  return (body as { credits: { left_credits: number } }).credits.left_credits;
}

/** Opens a purchase and removes it, as the restoration of a backup from before does. */
async function openLost(user: TestUser) {
  const opened = await shop.open(user);
  await query('delete from purchase where id = $1', [opened.purchaseId]);
  return opened;
}

async function openEvents(): Promise<AdminOwedReply['payment_events']> {
  const { body } = await operator.get('/api/admin/owed');
  return (body as AdminOwedReply).payment_events;
}

const listProblems = async (paymentIntent: string) =>
  (await openEvents())
    .filter(({ payment_intent: intent }) => intent === paymentIntent)
    .map(({ problem }) => problem);

const readOutcome = async (event: Parameters<typeof shop.deliver>[0]) => {
  const reply = await shop.deliver(event);
  expect(reply.status).toBe(200);
  return (reply.body as { outcome: string }).outcome;
};

/** Everything that waits has done so for longer than the events of one payment take. */
const letMinutesPass = () =>
  query(
    `update payment_event set received_at = received_at - interval '6 minutes' where purchase_id is null`,
  );

describe('a payment of a purchase that the database has lost', () => {
  it('grants the pack to its account, once, however often and under whatever id it is reported', async () => {
    const user = await newcomer();
    const { session, purchaseId } = await openLost(user);
    const events = Array.from({ length: 6 }, () => completedEvent(session));
    const outcomes = await Promise.all([...events, ...events].map(readOutcome));
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(6);
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(6);
    expect(await readCredits(user)).toBe(packCredits);
    expect((await user.get(`/api/purchases/${purchaseId}`)).body).toMatchObject({
      purchase: { status: 'paid', pack: 'starter', credits: packCredits, amount_minor: starter?.amountMinor },
    });
    expect(await listProblems(session.paymentIntent)).toEqual([]);
  });

  it('can be refunded and disputed afterwards, and before its event is sent again', async () => {
    const user = await newcomer();
    const { session } = await openLost(user);
    expect(await readOutcome(refundedEvent(session, 250))).toBe('waiting');
    expect(await readOutcome(completedEvent(session))).toBe('applied');
    expect(await readCredits(user)).toBe(packCredits / 2);
    await readOutcome(disputeEvent(session, 'needs_response'));
    expect(await readCredits(user)).toBe(0);
    await readOutcome(disputeEvent(session, 'won'));
    await readOutcome(refundedEvent(session, 500));
    expect(await readCredits(user)).toBe(0);
  });

  it.each([
    ['more credits', { credits: '20000' }, {}],
    ['another pack', { pack: 'studio' }, {}],
    ['no pack', { pack: '' }, {}],
    ['credits that are no number', { credits: 'many' }, {}],
    ['another amount', { amount_minor: '1' }, {}],
    ['another currency', { currency: 'eur' }, {}],
    ['an amount that was not paid', {}, { amountMinor: 1 }],
    ['a currency that was not paid', {}, { currency: 'jpy' }],
    ['an account of another installation', { user_id: randomUUID() }, {}],
    ['no account', { user_id: '' }, {}],
  ])('grants nothing and stays open for operators when it names %s', async (_name, metadata, payment) => {
    const user = await newcomer();
    const { session } = await openLost(user);
    const changed = { ...session, ...payment, metadata: { ...session.metadata, ...metadata } };
    expect(await readOutcome(completedEvent(changed))).toBe('waiting');
    expect(await readCredits(user)).toBe(0);
    expect(await listProblems(session.paymentIntent)).toHaveLength(1);
    expect(shop.logText()).toContain(session.paymentIntent);
  });

  it('grants nothing to an account that was erased', async () => {
    const user = await newcomer();
    const { session } = await openLost(user);
    await query('update app_user set erased_at = now() where id = $1', [user.userId]);
    expect(await readOutcome(completedEvent(session))).toBe('waiting');
    expect(await listProblems(session.paymentIntent)).toEqual(['unknown_account']);
  });

  it('has its effect when the same event is sent again after its account is there', async () => {
    const user = await newcomer();
    const { session } = await openLost(user);
    await query('update app_user set erased_at = now() where id = $1', [user.userId]);
    const event = completedEvent(session);
    expect(await readOutcome(event)).toBe('waiting');
    await query('update app_user set erased_at = null where id = $1', [user.userId]);
    expect(await readOutcome(event)).toBe('applied');
    expect(await readOutcome(event)).toBe('repeated');
    expect(await readCredits(user)).toBe(packCredits);
    expect(await listProblems(session.paymentIntent)).toEqual([]);
  });
});

describe('an event of a payment without its effect', () => {
  it('is open for operators once it has waited for minutes, and no longer when its payment has come', async () => {
    const user = await newcomer();
    const { session } = await openLost(user);
    for (const event of [refundedEvent(session, 500), disputeEvent(session, 'lost'), expiredEvent(session)])
      expect(await readOutcome(event)).toBe('waiting');
    expect(await listProblems(session.paymentIntent)).toEqual([]);
    await letMinutesPass();
    expect(await listProblems(session.paymentIntent)).toEqual(['unknown_purchase', 'unknown_purchase']);
    const metrics = await operator.get('/metrics');
    expect(metrics.bytes.toString()).toMatch(/^atelier_payment_events_open [1-9]\d*$/m);
    await readOutcome(completedEvent(session));
    expect(await listProblems(session.paymentIntent)).toEqual([]);
    expect(await readCredits(user)).toBe(0);
  });

  it('is open at once when a payment names no purchase at all, or a wrong amount was paid', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const foreign = { ...session, metadata: {}, clientReferenceId: null, paymentIntent: 'pi_foreign' };
    expect(await readOutcome(completedEvent(foreign))).toBe('waiting');
    expect(await listProblems('pi_foreign')).toEqual(['unknown_purchase']);
    expect(await readOutcome(completedEvent({ ...session, amountMinor: 1 }))).toBe('wrong_amount');
    expect(await listProblems(session.paymentIntent)).toEqual(['wrong_amount']);
    expect(await readCredits(user)).toBe(0);
  });

  it('is open when the money of a refund came back, while its credits stay taken', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    for (const event of [completedEvent(session), refundedEvent(session, 500)]) await readOutcome(event);
    await readOutcome(refundFailedEvent(session, 500));
    expect(await listProblems(session.paymentIntent)).toEqual(['refund_failed']);
    expect(await readCredits(user)).toBe(0);
  });

  it('ends when an operator says that it was dealt with, which is in the audit log', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    const event = completedEvent({ ...session, amountMinor: 2 });
    await readOutcome(event);
    const settle = (by: TestUser) =>
      by.post(`/api/admin/payment-events/${event.id}/settle`, { reason: 'refunded at the provider' });
    expect((await settle(user)).status).toBe(404);
    const reply = await settle(operator);
    expect(reply.status).toBe(200);
    expect(await listProblems(session.paymentIntent)).toEqual([]);
    expect((await settle(operator)).status).toBe(404);
    expect(await auditEvents(shop, { name: 'operator_settled_payment' })).toMatchObject([
      { actor_id: operator.userId, reason: 'refunded at the provider', details: { id: event.id } },
    ]);
  });
});

describe('a second dispute of one payment', () => {
  it('takes the credits as the first one did', async () => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    for (const event of [
      completedEvent(session),
      disputeEvent(session, 'needs_response', 0),
      disputeEvent(session, 'won', 0),
    ])
      await readOutcome(event);
    expect(await readCredits(user)).toBe(packCredits);
    await readOutcome(disputeEvent(session, 'needs_response', 1));
    expect(await readCredits(user)).toBe(0);
    await readOutcome(disputeEvent(session, 'lost', 1));
    expect(await readCredits(user)).toBe(0);
  });

  it.each([
    ['charge.dispute.funds_withdrawn', 'warning_under_review', 0],
    ['charge.dispute.updated', 'some_new_status', 0],
    ['charge.dispute.updated', 'warning_under_review', packCredits],
  ])('takes the credits by what %s with the status %s says of the money', async (type, status, left) => {
    const user = await newcomer();
    const { session } = await shop.open(user);
    await readOutcome(completedEvent(session));
    const event = disputeEvent(session, 'needs_response');
    await readOutcome({ ...event, type, data: { object: { ...event.data.object, status } } });
    expect(await readCredits(user)).toBe(left);
    await readOutcome({ ...event, id: `${event.id}_2`, type: 'charge.dispute.funds_reinstated' });
    expect(await readCredits(user)).toBe(packCredits);
  });
});
