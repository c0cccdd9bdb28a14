import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { applyFact, makeFacts, openSamplePurchase } from '../../testing/payments.ts';
import { createUser, newGeneration, reserve } from '../../testing/samples.ts';
import { endWaiting } from '../generations/end/end-waiting.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { getOwnGeneration } from '../generations/generations.ts';
import { findAllowance } from '../generations/reserve/explain-refusal.ts';
import { groupReservations } from '../generations/reserve/group-reservations.ts';
import { getBalance } from '../money/balance.ts';
import { listPayableDebts, payDebt } from '../money/collect-debt.ts';
import { moveByOperator } from '../money/operator-credits.ts';
import { getOwnPurchase } from '../money/purchases.ts';
import { countLine } from './count-line.ts';
import { readLine } from './list-line.ts';
import { listMovableLines, startWaiting } from './start-waiting.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => {
  expect(await db.ledgerProblems()).toEqual([]);
  const wrong = await db.asOwner(
    `select a.user_id, a.debt, owing.owed from credit_account a
      cross join lateral (select coalesce(sum(p.owed), 0) as owed from purchase p where p.user_id = a.user_id) owing
      where a.debt <> owing.owed`,
  );
  expect(wrong).toEqual([]);
});

const maxRunning = 2;
const costCredits = 100;

/** A user whose 1,000 credits came from one payment: `running` have started, `waiting` wait. */
async function createLine(waiting: number, running = maxRunning) {
  const userId = await createUser(db);
  const purchase = await openSamplePurchase(db, userId);
  const facts = makeFacts(purchase);
  await applyFact(db, facts.paid);
  const ids: string[] = [];
  for (let count = 0; count < running + waiting; count += 1)
    ids.push((await reserve(db, userId, { maxRunning: running, costCredits })).id);
  return { userId, purchase, facts, started: ids.slice(0, running), waiting: ids.slice(running) };
}

const start = async (userId: string, limit = 10) =>
  (await startWaiting(db.pool, { userId, maxRunning: limit })).map(({ id }) => id);
const isMovable = async (userId: string) => (await listMovableLines(db.pool, 10)).includes(userId);
const readDebt = async (userId: string) => (await readLine(db.pool, userId)).debt;
const readReason = async (userId: string, id = '') =>
  (await getOwnGeneration(db.pool, id, userId)).generation as { waiting_reason?: string };
const end = (generationId = '') =>
  markGenerationEnded(db.pool, {
    generationId,
    status: 'completed',
    chargeCredits: costCredits,
    error: null,
  });

describe('the line of an account that owes credits', () => {
  it('starts none, whatever asks for it, and is no line that stands still by mistake', async () => {
    const { userId, facts, waiting } = await createLine(3);
    expect(await isMovable(userId)).toBe(true);
    const stalled = (await countLine(db.pool, 10)).stalled;
    await applyFact(db, facts.disputed('open'));
    expect(await start(userId)).toEqual([]);
    expect(await isMovable(userId)).toBe(false);
    expect((await countLine(db.pool, 10)).stalled).toBe(stalled - 1);
    expect(await readLine(db.pool, userId)).toMatchObject({ debt: 500, waiting_reason: 'debt', running: 2 });
    expect(await readReason(userId, waiting[0])).toMatchObject({ waiting_reason: 'debt', queue_position: 0 });
  });

  it.each(['won', 'bought', 'granted'] as const)('goes on in its order when the debt is %s', async (how) => {
    const { userId, facts, started, waiting } = await createLine(3);
    await applyFact(db, facts.disputed('open'));
    await end(started[0]);
    expect(await start(userId)).toEqual([]);
    if (how === 'won') await applyFact(db, facts.disputed('won'));
    else if (how === 'bought') await applyFact(db, makeFacts(await openSamplePurchase(db, userId)).paid);
    else {
      const move = { kind: 'grant', credits: 500, reason: 'settled', requestId: userId } as const;
      await moveByOperator(db, { ...move, userId, operatorId: userId });
      expect(await start(userId)).toEqual([]);
      expect(await listPayableDebts(db.pool)).toContain(userId);
      expect(await payDebt(db, userId)).toMatchObject({ available: 0 });
      expect(await payDebt(db, userId)).toBeUndefined();
    }
    expect(await readDebt(userId)).toBe(0);
    expect(await isMovable(userId)).toBe(true);
    expect(await start(userId)).toEqual(waiting);
  });

  it('takes what is submitted, one by one or together, and lets it wait', async () => {
    const { userId, facts } = await createLine(0);
    await applyFact(db, facts.disputed('open'));
    const move = { kind: 'grant', credits: 150, reason: 'goodwill', requestId: userId } as const;
    await moveByOperator(db, { ...move, userId, operatorId: userId });
    const asked = { userId, apiKeyId: null, maxWaiting: 5, maxRunning: 10 };
    expect(await findAllowance(db.pool, asked)).toMatchObject({ places: 5 });
    const reserveInTurn = groupReservations(db.pool);
    const several = await Promise.all(
      [30, 30, 30].map((costCredits) =>
        reserveInTurn(newGeneration(userId, { costCredits, maxRunning: 10, maxWaiting: 5 })),
      ),
    );
    expect(several.map((each) => each.ok && each.generation.status)).toEqual([
      'waiting',
      'waiting',
      'waiting',
    ]);
    expect(await reserve(db, userId, { costCredits: 10, maxRunning: 10 })).toMatchObject({
      status: 'waiting',
    });
  });

  it('can be cancelled, with everything released', async () => {
    const { userId, facts, waiting } = await createLine(3);
    await applyFact(db, facts.disputed('open'));
    const ended = await endWaiting(db.pool, { userId, ids: 'all', status: 'cancelled', error: null });
    expect(ended.map(({ id, released }) => [id, released])).toEqual(waiting.map((id) => [id, costCredits]));
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 300, held: 200 });
    // Less than is owed stays with the user until the rest is there.
    expect(await payDebt(db, userId)).toBeUndefined();
    expect(await listPayableDebts(db.pool)).not.toContain(userId);
  });

  it('holds also when a process of an older version booked the debt', async () => {
    const { userId, purchase } = await createLine(2);
    const owe = (owed: number) =>
      db.pool.query('update purchase set taken = 0, owed = $2 where id = $1', [purchase.id, owed]);
    await owe(40);
    expect([await start(userId), await readDebt(userId)]).toEqual([[], 40]);
    await owe(0);
    expect(await start(userId)).toHaveLength(2);
  });

  it('has started what took a place before the dispute, and nothing after it, when both come at once', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { userId, purchase, facts, waiting } = await createLine(4);
      const [, first, second] = await Promise.all([
        applyFact(db, facts.disputed('open')),
        start(userId, 4),
        start(userId, 6),
      ]);
      const begun = [...first, ...second];
      expect(await start(userId)).toEqual([]);
      const { rows, debt } = await readLine(db.pool, userId);
      expect([...begun, ...rows.map(({ id }) => id)].toSorted()).toEqual(waiting.toSorted());
      expect(debt).toBe((await getOwnPurchase(db, purchase.id, userId)).owed);
      await applyFact(db, facts.disputed('won'));
      expect([...begun, ...(await start(userId))].toSorted()).toEqual(waiting.toSorted());
    }
  });
});
