// Applies events of an open purchase: paid, refunded, disputed, given up. One transaction per event; each
// event counts once however often it is delivered, and in whatever order.
import type { PaymentProblem } from '@atelier/contract';
import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { Balance } from './balance.ts';
import { collectOwed, lockAvailable, lockOwing } from './collect-debt.ts';
import { moveCredits } from './move-credits.ts';
import { addDisputes, addFact, creditsToTakeBack, type PaymentFact } from './payment-facts.ts';
import type { PurchaseRow } from './purchases.ts';
import { recordSold } from './record-sold.ts';

export type PaymentEvent = { id: string; type: string; fact: PaymentFact };

export type AppliedPayment =
  /**
   * `balance` is absent when no credits moved; `collected` are older purchases that were owed until now. `problem`: an
   * operator must look all the same.
   */
  | {
      outcome: 'applied';
      purchase: PurchaseRow;
      balance: Balance | undefined;
      collected: readonly PurchaseRow[];
      problem: PaymentProblem | null;
    }
  | { outcome: 'repeated' }
  /**
   * Concerns no purchase that we know yet; it is kept and applied together with its payment. `problem`: why no purchase could
   * be made of a payment.
   */
  | { outcome: 'waiting'; problem: PaymentProblem | null }
  /** Another amount than was asked for was paid: nothing is granted, an operator must look. */
  | { outcome: 'wrong_amount'; purchase: PurchaseRow; problem: PaymentProblem };

type Transaction = Db['kysely'];

/**
 * Applies what a payment provider reported. An event that waits for its purchase is tried again when it is repeated. Locks
 * go payment, purchase, what is owed of older purchases, account.
 */
export async function applyPaymentEvent(db: Db, event: PaymentEvent): Promise<AppliedPayment> {
  return db.kysely.transaction().execute(async (trx): Promise<AppliedPayment> => {
    const { fact } = event;
    const paymentIntent = 'paymentIntent' in fact ? fact.paymentIntent : null;
    await lockPayment(trx, paymentIntent);
    if (!(await insertEvent(trx, event, paymentIntent))) return { outcome: 'repeated' };
    const before = await findPurchase(trx, fact, paymentIntent);
    if (!before || typeof before === 'string') {
      await noteEvent(trx, event.id, { problem: before ?? null });
      return { outcome: 'waiting', problem: before ?? null };
    }
    if (fact.type === 'paid' && !isAmountAsked(before, fact)) {
      await noteEvent(trx, event.id, { purchase: before, problem: 'wrong_amount' });
      return { outcome: 'wrong_amount', purchase: before, problem: 'wrong_amount' };
    }
    const problem = fact.type === 'refund_failed' ? fact.type : await findClosing(trx, before, fact);
    await noteEvent(trx, event.id, { purchase: before, problem });
    return { ...(await applyFact(trx, before, event)), problem };
  });
}

async function applyFact(trx: Transaction, before: PurchaseRow, { id: eventId, fact }: PaymentEvent) {
  let purchase = addFact(before, fact);
  for (const early of await takeWaiting(trx, purchase)) purchase = addFact(purchase, early);
  purchase = addDisputes(purchase, await listDisputes(trx, purchase.id));
  const isGrant = purchase.paid_at !== null && before.paid_at === null;
  const owed = isGrant ? await lockOwing(trx, purchase.user_id) : [];
  const owing = owed.filter(({ id }) => id !== purchase.id);
  const moved = await moveDifference(trx, before, purchase, eventId);
  purchase = { ...purchase, taken: moved.taken, owed: moved.owed };
  await storePurchase(trx, purchase);
  const { collected, balance = moved.balance } = await collectOwed(trx, owing, eventId);
  return { outcome: 'applied', purchase, balance, collected } as const;
}

/** Two events of one payment take turns: else a dispute could miss the payment that is being written beside it. */
async function lockPayment(trx: Transaction, paymentIntent: string | null): Promise<void> {
  if (paymentIntent === null) return;
  const key = `payment ${paymentIntent}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

/** Returns false when the event has had its effect. One that had none because its purchase was unknown may have it now. */
async function insertEvent(trx: Transaction, event: PaymentEvent, paymentIntent: string | null) {
  const inserted = await trx
    .insertInto('payment_event')
    .values({
      id: event.id,
      type: event.type,
      payment_intent: paymentIntent,
      fact: JSON.stringify(event.fact),
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ type: event.type })
        .where('payment_event.purchase_id', 'is', null)
        .where('payment_event.settled_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function noteEvent(
  trx: Transaction,
  id: string,
  { purchase, problem }: { purchase?: PurchaseRow; problem: PaymentProblem | null },
): Promise<void> {
  const noted = { purchase_id: purchase?.id ?? null, problem };
  await trx.updateTable('payment_event').set(noted).where('id', '=', id).execute();
}

/** The purchase of an event, locked; a payment that names none that we know makes it, or says why it cannot. */
async function findPurchase(trx: Transaction, fact: PaymentFact, paymentIntent: string | null) {
  const found = await lockPurchase(trx, fact.purchaseId, paymentIntent);
  if (found || fact.type !== 'paid') return found;
  return recordSold(trx, fact);
}

async function lockPurchase(trx: Transaction, id: string | null, paymentIntent: string | null) {
  const query = trx.selectFrom('purchase').selectAll().forUpdate();
  const named = id === null ? undefined : await query.where('id', '=', id).executeTakeFirst();
  if (named || paymentIntent === null) return named;
  return query.where('payment_intent', '=', paymentIntent).executeTakeFirst();
}

/** The payment page stays open after its user has closed the account, and some payments take days. */
async function findClosing(trx: Transaction, before: PurchaseRow, { type }: PaymentFact) {
  if (type !== 'paid' || before.paid_at) return null;
  const query = trx.selectFrom('app_user').select('closed_at').where('id', '=', before.user_id);
  const { closed_at: closedAt } = await query.executeTakeFirstOrThrow();
  return closedAt ? 'closed_account' : null;
}

function isAmountAsked(purchase: PurchaseRow, paid: { amountMinor: number; currency: string }): boolean {
  return purchase.amount_minor === paid.amountMinor && purchase.currency === paid.currency;
}

/** Facts that came before we knew whose payment they are about. Uses payment_event_waiting. */
async function takeWaiting(trx: Transaction, purchase: PurchaseRow): Promise<PaymentFact[]> {
  if (purchase.payment_intent === null) return [];
  const rows = await trx
    .updateTable('payment_event')
    .set({
      purchase_id: purchase.id,
      problem: sql`case when fact->>'type' = 'refund_failed' then problem end`,
    })
    .where('payment_intent', '=', purchase.payment_intent)
    .where('purchase_id', 'is', null)
    .returning('fact')
    .execute();
  return rows.map(({ fact }) => fact as unknown as PaymentFact);
}

/** All that was reported of a purchase's disputes, in the order of arrival. Uses payment_event_purchase. */
async function listDisputes(trx: Transaction, purchaseId: string) {
  const rows = await trx
    .selectFrom('payment_event')
    .select('fact')
    .where('purchase_id', '=', purchaseId)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return rows.map(({ fact }) => fact as unknown as PaymentFact).filter((fact) => fact.type === 'disputed');
}

type Difference = { balance: Balance | undefined; taken: number; owed: number };

/** Books what the purchase is worth now against what was booked for it before. */
async function moveDifference(
  trx: Transaction,
  before: PurchaseRow,
  after: PurchaseRow,
  eventId: string,
): Promise<Difference> {
  const of = { userId: after.user_id, purchaseId: after.id, actor: 'system' };
  let balance: Balance | undefined;
  if (after.paid_at && !before.paid_at) {
    const entryKey = `purchase:${after.id}`;
    balance = await moveCredits(trx, {
      ...of,
      kind: 'purchase',
      credits: after.credits,
      entryKey,
      reason: null,
    });
  }
  const { taken, owed } = before;
  const missing = creditsToTakeBack(after) - taken - owed;
  if (missing === 0) return { balance, taken, owed };
  const change =
    missing > 0 ? -Math.min(missing, await lockAvailable(trx, after.user_id)) : giveBack(-missing, owed);
  if (change !== 0) {
    const reason =
      missing < 0 ? 'dispute_won' : after.status === 'disputed' ? 'payment_disputed' : 'payment_refunded';
    const entryKey = `payment:${after.id}:${eventId}`;
    balance = await moveCredits(trx, { ...of, kind: 'adjustment', credits: change, entryKey, reason });
  }
  return { balance, taken: taken - change, owed: owed + missing + change };
}

/** Returns the credits to give back, after what the user still owed of them was forgiven. */
function giveBack(credits: number, owed: number): number {
  return credits - Math.min(credits, owed);
}

async function storePurchase(trx: Transaction, purchase: PurchaseRow): Promise<void> {
  const { status, paid_at, payment_intent, refunded_minor, dispute, taken, owed } = purchase;
  await trx
    .updateTable('purchase')
    .set({ status, paid_at, payment_intent, refunded_minor, dispute, taken, owed })
    .where('id', '=', purchase.id)
    .execute();
}
