import { randomUUID } from 'node:crypto';
import type { Db } from '../connect.ts';
import { type AppliedPayment, applyPaymentEvent } from '../queries/money/payment-events.ts';
import type { PaymentFact } from '../queries/money/payment-facts.ts';
import { openPurchase, type PurchaseRow } from '../queries/money/purchases.ts';

/** 1,000 credits for 5.00, not paid yet. */
export function openSamplePurchase(
  db: Db,
  userId: string,
  requestId: string | null = null,
): Promise<PurchaseRow> {
  return openPurchase(db, {
    userId,
    provider: 'stripe',
    pack: 'starter',
    credits: 1_000,
    amountMinor: 500,
    currency: 'usd',
    requestId,
  });
}

/** The facts of one purchase as its payment provider reports them. */
export function makeFacts({ id, amount_minor: amountMinor, currency }: PurchaseRow) {
  const paymentIntent = `pi_${id}`;
  return {
    paid: { type: 'paid', purchaseId: id, paymentIntent, amountMinor, currency },
    ended: (status: 'failed' | 'expired') => ({ type: 'ended', purchaseId: id, status }),
    refunded: (refundedMinor: number) => ({
      type: 'refunded',
      purchaseId: null,
      paymentIntent,
      refundedMinor,
    }),
    disputed: (dispute: 'open' | 'won' | 'lost') => ({
      type: 'disputed',
      purchaseId: null,
      paymentIntent,
      dispute,
    }),
  } as const satisfies Record<string, PaymentFact | ((value: never) => PaymentFact)>;
}

export function applyFact(db: Db, fact: PaymentFact, id: string = randomUUID()): Promise<AppliedPayment> {
  return applyPaymentEvent(db, { id, type: fact.type, fact });
}
