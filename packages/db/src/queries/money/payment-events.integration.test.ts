import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { applyFact, makeFacts, openSamplePurchase } from '../../testing/payments.ts';
import { createUser, reserve } from '../../testing/samples.ts';
import { getBalance } from './balance.ts';
import { getOwnPurchase, listOwedPurchases } from './purchases.ts';
import { getSpending } from './spending.ts';

const db = await openTestDb();
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

async function open() {
  const userId = await createUser(db);
  const purchase = await openSamplePurchase(db, userId);
  const read = async () => {
    const { status, taken, owed } = await getOwnPurchase(db, purchase.id, userId);
    const { available, held, has_ever_paid } = await getBalance(db.pool, userId);
    return { status, taken, owed, available, held, has_ever_paid };
  };
  return { userId, purchase, facts: makeFacts(purchase), read };
}

describe('a payment', () => {
  it('grants its credits and marks the user as a paying one', async () => {
    const { facts, read } = await open();
    expect(await read()).toMatchObject({ status: 'open', available: 0, has_ever_paid: false });
    const applied = await applyFact(db, facts.paid);
    expect(applied).toMatchObject({ outcome: 'applied', balance: { available: 1_000, has_ever_paid: true } });
    expect(await read()).toMatchObject({ status: 'paid', available: 1_000, has_ever_paid: true });
  });

  it('grants once, however often and under whatever id it is reported', async () => {
    const { facts, read } = await open();
    const tellings = Array.from({ length: 20 }, (_, index) =>
      applyFact(db, facts.paid, index < 10 ? 'same' : undefined),
    );
    const outcomes = (await Promise.all(tellings)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(9);
    expect(await read()).toMatchObject({ status: 'paid', available: 1_000 });
  });

  it('grants after the session was reported as expired or failed', async () => {
    const { facts, read } = await open();
    await applyFact(db, facts.ended('expired'));
    expect(await read()).toMatchObject({ status: 'expired', available: 0, has_ever_paid: false });
    await applyFact(db, facts.paid);
    await applyFact(db, facts.ended('failed'));
    expect(await read()).toMatchObject({ status: 'paid', available: 1_000 });
  });

  it.each([{ amountMinor: 499 }, { currency: 'eur' }])('grants nothing for %j', async (change) => {
    const { facts, read } = await open();
    expect(await applyFact(db, { ...facts.paid, ...change })).toMatchObject({ outcome: 'wrong_amount' });
    expect(await read()).toMatchObject({ status: 'open', available: 0, has_ever_paid: false });
  });

  it('of a purchase that we do not have changes nothing', async () => {
    const { facts, read } = await open();
    expect(await applyFact(db, { ...facts.paid, purchaseId: randomUUID(), paymentIntent: null })).toEqual({
      outcome: 'waiting',
      problem: 'unknown_purchase',
    });
    expect(await read()).toMatchObject({ status: 'open', available: 0 });
  });
});

describe('a refund', () => {
  it('takes back its part, rounded in the favour of the user', async () => {
    const { facts, read } = await open();
    await applyFact(db, facts.paid);
    await applyFact(db, facts.refunded(333));
    expect(await read()).toMatchObject({ status: 'paid', available: 334, taken: 666, owed: 0 });
    await applyFact(db, facts.refunded(500));
    await applyFact(db, facts.refunded(333));
    expect(await read()).toMatchObject({ status: 'refunded', available: 0, taken: 1_000, owed: 0 });
  });

  it('never touches what is held; the rest is owed and shown to operators', async () => {
    const { userId, purchase, facts, read } = await open();
    await applyFact(db, facts.paid);
    await reserve(db, userId, { costCredits: 700 });
    await applyFact(db, facts.refunded(500));
    expect(await read()).toMatchObject({ available: 0, held: 700, taken: 300, owed: 700 });
    const owed = await listOwedPurchases(db, 10);
    expect(owed).toMatchObject([{ id: purchase.id, owed: 700, user_id: userId }]);
  });

  it('that is reported before the payment is applied with it', async () => {
    const { facts, read } = await open();
    expect(await applyFact(db, facts.refunded(250))).toEqual({ outcome: 'waiting', problem: null });
    await applyFact(db, facts.paid);
    expect(await read()).toMatchObject({ status: 'paid', available: 500, taken: 500 });
  });
});

describe('a dispute', () => {
  it('takes everything while it is open and gives it back when it is won', async () => {
    const { facts, read } = await open();
    await applyFact(db, facts.paid);
    await applyFact(db, facts.disputed('open'));
    expect(await read()).toMatchObject({ status: 'disputed', available: 0, taken: 1_000 });
    await applyFact(db, facts.disputed('won'));
    expect(await read()).toMatchObject({ status: 'paid', available: 1_000, taken: 0, owed: 0 });
  });

  it('that is won forgives first what could not be taken', async () => {
    const { userId, facts, read } = await open();
    await applyFact(db, facts.paid);
    await reserve(db, userId, { costCredits: 600 });
    await applyFact(db, facts.disputed('open'));
    expect(await read()).toMatchObject({ available: 0, held: 600, taken: 400, owed: 600 });
    await applyFact(db, facts.disputed('won'));
    expect(await read()).toMatchObject({ available: 400, held: 600, taken: 0, owed: 0 });
  });

  it('does not open again when its events come out of order', async () => {
    const { facts, read } = await open();
    await applyFact(db, facts.disputed('won'));
    await applyFact(db, facts.disputed('open'));
    await applyFact(db, facts.paid);
    expect(await read()).toMatchObject({ status: 'paid', available: 1_000, taken: 0 });
  });

  it('finds the payment that is reported in the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { facts, read } = await open();
      await Promise.all([
        applyFact(db, facts.disputed('open')),
        applyFact(db, facts.paid),
        applyFact(db, facts.refunded(500)),
      ]);
      expect(await read()).toMatchObject({ status: 'disputed', available: 0, taken: 1_000 });
    }
  });
});

describe('a debt', () => {
  /** Two purchases were spent and went back, so that both are owed; a third is open. */
  async function openThird() {
    const { userId, purchase: first, facts } = await open();
    const [second, third] = [await openSamplePurchase(db, userId), await openSamplePurchase(db, userId)];
    await applyFact(db, facts.paid);
    await applyFact(db, makeFacts(second).paid);
    await reserve(db, userId, { costCredits: 1_500 });
    await applyFact(db, facts.refunded(500));
    await applyFact(db, makeFacts(second).refunded(150));
    const read = async () => {
      const rows = await Promise.all([first, second, third].map(({ id }) => getOwnPurchase(db, id, userId)));
      const { available } = await getBalance(db.pool, userId);
      return { owed: rows.map(({ owed }) => owed), taken: rows.map(({ taken }) => taken), available };
    };
    return { userId, third, facts, second, read };
  }

  it('is collected from the next purchase, the oldest first', async () => {
    const { userId, third, read } = await openThird();
    expect(await read()).toEqual({ owed: [500, 300, 0], taken: [500, 0, 0], available: 0 });
    expect((await getSpending(db.pool, userId)).owed).toBe(800);
    const applied = await applyFact(db, makeFacts(third).paid);
    expect(applied).toMatchObject({ outcome: 'applied', balance: { available: 200 } });
    expect(applied).toMatchObject({ collected: [{ owed: 0 }, { owed: 0 }] });
    expect(await read()).toEqual({ owed: [0, 0, 0], taken: [1_000, 300, 0], available: 200 });
    expect((await getSpending(db.pool, userId)).owed).toBe(0);
  });

  it('that was collected comes back when the dispute is won', async () => {
    const { third, second, read } = await openThird();
    await applyFact(db, makeFacts(second).disputed('open'));
    await applyFact(db, makeFacts(third).paid);
    expect(await read()).toEqual({ owed: [0, 500, 0], taken: [1_000, 500, 0], available: 0 });
    await applyFact(db, makeFacts(second).disputed('won'));
    expect(await read()).toEqual({ owed: [0, 0, 0], taken: [1_000, 300, 0], available: 200 });
  });

  it('is collected once when purchases and events of old ones come at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { userId, third, facts, second, read } = await openThird();
      const fourth = await openSamplePurchase(db, userId);
      await Promise.all([
        applyFact(db, makeFacts(third).paid),
        applyFact(db, makeFacts(fourth).paid),
        applyFact(db, facts.refunded(500)),
        applyFact(db, makeFacts(second).refunded(150)),
      ]);
      expect(await read()).toEqual({ owed: [0, 0, 0], taken: [1_000, 300, 0], available: 1_200 });
    }
  });
});

describe('openPurchase', () => {
  it('gives a repeated request the first purchase', async () => {
    const userId = await createUser(db);
    const requestId = randomUUID();
    const all = await Promise.all(Array.from({ length: 5 }, () => openSamplePurchase(db, userId, requestId)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await openSamplePurchase(db, userId)).id).not.toBe(all[0]?.id);
  });
});
