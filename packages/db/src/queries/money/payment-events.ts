// What happens to a purchase after it was opened: paid, refunded, disputed, given up. One transaction per event; each
// event counts once however often it is delivered, and in whatever order.
import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import type { Balance } from './balance.ts';
import { collectOwed, lockAvailable, lockOwing } from './collect-debt.ts';
import { moveCredits } from './move-credits.ts';
import { addFact, creditsToTakeBack, type PaymentFact } from './payment-facts.ts';
import type { PurchaseRow } from './purchases.ts';

export type PaymentEvent = { id: string; type: string; fact: PaymentFact };

export type AppliedPayment =
  /** `balance` is absent when no credits moved; `collected` are older purchases that were owed until now. */
  | {
      outcome: 'applied';
      purchase: PurchaseRow;
      balance: Balance | undefined;
      collected: readonly PurchaseRow[];
    }
  | { outcome: 'repeated' }
  /** For no purchase that we know yet; it is kept and applied together with its payment. */
  | { outcome: 'waiting' }
  /** Another amount than was asked for was paid: nothing is granted, an operator must look. */
  | { outcome: 'wrong_amount'; purchase: PurchaseRow };

type Transaction = Db['kysely'];

/** Locks go payment, purchase, what is owed of older purchases, account. */
export async function applyPaymentEvent(db: Db, event: PaymentEvent): Promise<AppliedPayment> {
  return db.kysely.transaction().execute(async (trx): Promise<AppliedPayment> => {
    const { fact } = event;
    const paymentIntent = 'paymentIntent' in fact ? fact.paymentIntent : null;
    await lockPayment(trx, paymentIntent);
    if (!(await insertEvent(trx, event, paymentIntent))) return { outcome: 'repeated' };
    const before = await lockPurchase(trx, fact.purchaseId, paymentIntent);
    if (!before) return { outcome: 'waiting' };
    await sql`update payment_event set purchase_id = ${before.id} where id = ${event.id}`.execute(trx);
    if (fact.type === 'paid' && !isAmountAsked(before, fact))
      return { outcome: 'wrong_amount', purchase: before };

    let purchase = addFact(before, fact);
    for (const early of await takeWaiting(trx, purchase)) purchase = addFact(purchase, early);
    const isGrant = purchase.paid_at !== null && before.paid_at === null;
    const owing = isGrant ? await lockOwing(trx, purchase) : [];
    const moved = await moveDifference(trx, before, purchase, event.id);
    purchase = { ...purchase, taken: moved.taken, owed: moved.owed };
    await storePurchase(trx, purchase);
    const { collected, balance = moved.balance } = await collectOwed(trx, owing, event.id);
    return { outcome: 'applied', purchase, balance, collected };
  });
}

/** Two events of one payment take turns: else a dispute could miss the payment that is being written beside it. */
async function lockPayment(trx: Transaction, paymentIntent: string | null): Promise<void> {
  if (paymentIntent === null) return;
  const key = `payment ${paymentIntent}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
}

async function insertEvent(trx: Transaction, event: PaymentEvent, paymentIntent: string | null) {
  const inserted = await trx
    .insertInto('payment_event')
    .values({
      id: event.id,
      type: event.type,
      payment_intent: paymentIntent,
      fact: JSON.stringify(event.fact),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function lockPurchase(trx: Transaction, id: string | null, paymentIntent: string | null) {
  const query = trx.selectFrom('purchase').selectAll().forUpdate();
  if (id !== null) return query.where('id', '=', id).executeTakeFirst();
  if (paymentIntent === null) return undefined;
  return query.where('payment_intent', '=', paymentIntent).executeTakeFirst();
}

function isAmountAsked(purchase: PurchaseRow, paid: { amountMinor: number; currency: string }): boolean {
  return purchase.amount_minor === paid.amountMinor && purchase.currency === paid.currency;
}

/** Facts that came before we knew whose payment they are about. Uses payment_event_waiting. */
async function takeWaiting(trx: Transaction, purchase: PurchaseRow): Promise<PaymentFact[]> {
  if (purchase.payment_intent === null) return [];
  const rows = await trx
    .updateTable('payment_event')
    .set({ purchase_id: purchase.id })
    .where('payment_intent', '=', purchase.payment_intent)
    .where('purchase_id', 'is', null)
    .returning('fact')
    .execute();
  return rows.map(({ fact }) => fact as unknown as PaymentFact);
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

/** What was only owed is forgiven first; the rest of it comes back. */
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
