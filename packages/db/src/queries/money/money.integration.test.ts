// Random users do random things to random money, many at once, with connections that break in between; afterwards
// every rule of the ledger must hold. A failing run prints its seed; MONEY_SEED runs it again.
import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import type { GenerationRow } from '../../generation-row.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { makeFacts, openSamplePurchase } from '../../testing/payments.ts';
import { buy, createUser, newGeneration, sha256 } from '../../testing/samples.ts';
import { endWaiting } from '../generations/end/end-waiting.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { findGeneration } from '../generations/generations.ts';
import { reserveGeneration } from '../generations/reserve/reserve-generation.ts';
import { repeatWhileLocked } from '../line/repeat-while-locked.ts';
import { moveByOperator, refundGeneration } from './operator-credits.ts';
import { applyPaymentEvent, type PaymentEvent } from './payment-events.ts';
import { addDisputes, addFact, creditsToTakeBack, type PaymentFact } from './payment-facts.ts';
import { getOwnPurchase, type PurchaseRow } from './purchases.ts';

const seed = Number(process.env.MONEY_SEED ?? randomInt(2 ** 31));
const lanes = 8;
const db = await openTestDb(lanes);
afterAll(() => db.drop());

const index = fc.nat(30);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      at: index,
      cost: fc.integer({ min: 1, max: 400 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      at: index,
      status: fc.constantFrom('completed', 'failed', 'cancelled', 'partial'),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), at: index }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      at: index,
      fact: fc.nat(6),
      amount: fc.nat(500),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), at: index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('operate' as const),
      at: index,
      credits: fc.integer({ min: -300, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type World = {
  users: string[];
  generations: GenerationRow[];
  purchases: PurchaseRow[];
  sent: PaymentEvent[];
};

async function createWorld(): Promise<World> {
  const users = await Promise.all([createUser(db), createUser(db, 500), createUser(db, 2_000)]);
  const purchases = await Promise.all(
    users.flatMap((user) => [openSamplePurchase(db, user), openSamplePurchase(db, user)]),
  );
  return { users, purchases, generations: [], sent: [] };
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length];

/** One user, webhook, worker or operator. What is refused by a rule is refused; nothing else may go wrong. */
async function take(world: World, action: Step): Promise<void> {
  if (action.do === 'crash') return crash();
  if (action.do === 'submit') return submit(world, action);
  if (action.do === 'end') return end(world, action);
  if (action.do === 'pay') return pay(world, action);
  if (action.do === 'again') return apply(pick(world.sent, action.at));
  if (action.do === 'operate') {
    const userId = pick(world.users, action.at) ?? '';
    const move = {
      userId,
      credits: action.credits || 1,
      reason: 'test',
      operatorId: userId,
      requestId: randomUUID(),
    };
    return insist(
      () => moveByOperator(db, { ...move, kind: 'adjustment' as const }),
      ['insufficient_credits'],
    );
  }
  const generation = pick(world.generations, action.at);
  const row = generation && (await findAgain(generation.id));
  if (!row) return;
  const by = { operatorId: row.user_id, reason: 'test' };
  return insist(() => refundGeneration(db, row, by), ['nothing_to_refund', 'already_refunded']);
}

async function submit(world: World, { at, cost }: { at: number; cost: number }): Promise<void> {
  const userId = pick(world.users, at) ?? '';
  const idempotency = { key: randomUUID(), bodySha256: sha256('body') };
  const generation = newGeneration(userId, { id: uuidv7(), costCredits: cost, idempotency });
  await insist(async () => {
    const reservation = await reserveGeneration(db.pool, generation);
    if (reservation.ok) world.generations.push(reservation.generation);
    // A connection that broke after the commit: the repetition is answered from the key.
    else if (reservation.reason === 'key_used') {
      const row = await findGeneration(db.pool, generation.id);
      if (row) world.generations.push(row);
    }
  });
}

async function end(world: World, action: Extract<Step, { do: 'end' }>): Promise<void> {
  const generation = pick(world.generations, action.at);
  const row = generation && (await findAgain(generation.id));
  if (!row) return;
  // An account that owed credits let it wait.
  if (row.status === 'waiting')
    return insist(() =>
      repeatWhileLocked(() =>
        endWaiting(db.pool, { userId: row.user_id, ids: [row.id], status: 'cancelled', error: null }),
      ),
    );
  const shares = { completed: 1, partial: action.share, failed: 0, cancelled: 0 };
  const status = action.status as keyof typeof shares;
  const chargeCredits = Math.floor(row.cost * shares[status]);
  await insist(() =>
    markGenerationEnded(db.pool, { generationId: row.id, status, chargeCredits, error: null }),
  );
}

async function pay(
  world: World,
  { at, fact, amount }: { at: number; fact: number; amount: number },
): Promise<void> {
  const purchase = pick(world.purchases, at);
  if (!purchase) return;
  const facts = makeFacts(purchase);
  const choices: PaymentFact[] = [
    facts.paid,
    facts.paid,
    facts.ended('failed'),
    facts.ended('expired'),
    facts.refunded(amount),
    facts.disputed('open'),
    // Each purchase has one outcome of its dispute, so that the order of the events cannot matter.
    facts.disputed(at % 2 ? 'won' : 'lost'),
  ];
  const chosen = choices[fact] ?? facts.paid;
  const event = { id: randomUUID(), type: chosen.type, fact: chosen };
  world.sent.push(event);
  await apply(event);
}

async function apply(event: PaymentEvent | undefined): Promise<void> {
  if (event) await insist(() => applyPaymentEvent(db, event));
}

async function findAgain(id: string) {
  let row: GenerationRow | undefined;
  await insist(async () => {
    row = await findGeneration(db.pool, id);
  });
  return row;
}

/** Cuts every connection of the application in the middle of whatever it does. */
async function crash(): Promise<void> {
  await db.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'test' and pid <> pg_backend_pid()`,
  );
}

/** Does it again after a broken connection, as a webhook or a job comes again; refusals by rule are no failures. */
async function insist(work: () => Promise<unknown>, allowed: string[] = []): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (allowed.includes(code)) return;
      const isBroken = /^(57P|08|ECONN)/.test(code) || /terminated|not queryable|ended/i.test(message);
      if (!isBroken || attempt > 20) throw error;
    }
  }
}

/** A cut connection may look whole until it is used: uses each of the pool once, so that the next ones are good. */
async function replaceCutConnections(): Promise<void> {
  const { max } = db.pool.options;
  await Promise.all(Array.from({ length: max }, () => insist(() => db.pool.query('select pg_sleep(0.01)'))));
}

async function expectOrder(world: World): Promise<void> {
  expect(await db.ledgerProblems()).toEqual([]);
  for (const purchase of world.purchases) {
    const row = await getOwnPurchase(db, purchase.id, purchase.user_id);
    const facts = world.sent.filter(({ fact }) => isAbout(fact, purchase)).map(({ fact }) => fact);
    const isPaid = facts.some(({ type }) => type === 'paid');
    // Facts without their payment still wait for it.
    const disputes = facts.filter((fact) => fact.type === 'disputed');
    const expected = isPaid ? addDisputes(facts.reduce(addFact, purchase), disputes) : purchase;
    expect(row.taken + row.owed).toBe(creditsToTakeBack(expected));
    expect(row.paid_at !== null).toBe(isPaid);
    if (isPaid) expect(row.status).toBe(expected.status);
    const [booked] = await db.asOwner<{ sum: number; grants: number }>(
      `select coalesce(sum(d_available), 0)::bigint as sum, count(*) filter (where kind = 'purchase') as grants
         from ledger_entry where purchase_id = $1`,
      [purchase.id],
    );
    expect(booked).toEqual({ sum: isPaid ? row.credits - row.taken : 0, grants: isPaid ? 1 : 0 });
  }
}

function isAbout(fact: PaymentFact, purchase: PurchaseRow): boolean {
  return (
    fact.purchaseId === purchase.id || ('paymentIntent' in fact && fact.paymentIntent === `pi_${purchase.id}`)
  );
}

it(`the ledger adds up whatever happens in whatever order (seed ${seed})`, {
  tags: 'random',
  timeout: 240_000,
}, async () => {
  const steps = fc.array(step, { minLength: 40, maxLength: 120, size: 'max' });
  await fc.assert(
    fc.asyncProperty(steps, async (actions) => {
      const world = await createWorld();
      const queue = [...actions];
      const lane = async () => {
        for (let next = queue.shift(); next; next = queue.shift()) await take(world, next);
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      await replaceCutConnections();
      await expectOrder(world);
    }),
    { seed, numRuns: 15, endOnFailure: true },
  );
});

it('exactly 500 of 1,000 submissions are accepted, and the chain of the account is whole', {
  tags: 'load',
}, async () => {
  const userId = await createUser(db);
  await buy(db, userId, 500 * 3 + 2);
  const all = await Promise.all(
    Array.from({ length: 1_000 }, () =>
      reserveGeneration(db.pool, newGeneration(userId, { costCredits: 3 })),
    ),
  );
  expect(all.filter(({ ok }) => ok)).toHaveLength(500);
  expect(await db.ledgerProblems()).toEqual([]);
});
