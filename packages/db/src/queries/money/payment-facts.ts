import type { PurchaseStatus } from '@atelier/contract';
import type { PurchaseRow } from './purchases.ts';

/** What a payment provider reported, in our own terms. Amounts are in the currency's smallest unit. */
export type PaymentFact =
  | { type: 'paid'; purchaseId: string; paymentIntent: string | null; amountMinor: number; currency: string }
  | { type: 'ended'; purchaseId: string; status: 'failed' | 'expired' }
  /** `refundedMinor` is all that was refunded so far, not the last step. */
  | { type: 'refunded'; purchaseId: string | null; paymentIntent: string | null; refundedMinor: number }
  | { type: 'disputed'; purchaseId: null; paymentIntent: string | null; dispute: 'open' | 'won' | 'lost' };

export type PurchaseFacts = Pick<
  PurchaseRow,
  'status' | 'paid_at' | 'payment_intent' | 'refunded_minor' | 'dispute'
>;

/**
 * Adds a fact to a purchase. Facts only ever accumulate, so that they may come in any order and any number of times:
 * paid stays paid, the refunded amount never falls, a closed dispute does not open again.
 */
export function addFact(purchase: PurchaseRow, fact: PaymentFact): PurchaseRow {
  const added = { ...purchase, ...change(purchase, fact) };
  return { ...added, status: statusOf(added) };
}

function change(purchase: PurchaseRow, fact: PaymentFact): Partial<PurchaseFacts> {
  switch (fact.type) {
    case 'paid':
      return {
        paid_at: purchase.paid_at ?? new Date(),
        payment_intent: purchase.payment_intent ?? fact.paymentIntent,
      };
    case 'ended':
      return purchase.status === 'open' ? { status: fact.status } : {};
    case 'refunded':
      return {
        refunded_minor: Math.max(purchase.refunded_minor, fact.refundedMinor),
        payment_intent: purchase.payment_intent ?? fact.paymentIntent,
      };
    case 'disputed':
      return purchase.dispute === null || purchase.dispute === 'open' ? { dispute: fact.dispute } : {};
  }
}

function statusOf(purchase: PurchaseRow): PurchaseStatus {
  if (!purchase.paid_at) return purchase.status as PurchaseStatus;
  if (purchase.dispute === 'open' || purchase.dispute === 'lost') return 'disputed';
  return purchase.refunded_minor >= purchase.amount_minor && purchase.amount_minor > 0 ? 'refunded' : 'paid';
}

/** Credits that must not stay with the user: all while a dispute is open or lost, else the refunded part. */
export function creditsToTakeBack(purchase: PurchaseRow): number {
  if (!purchase.paid_at) return 0;
  if (purchase.dispute === 'open' || purchase.dispute === 'lost') return purchase.credits;
  if (purchase.amount_minor === 0) return 0;
  // Rounded in the user's favour.
  const share = Math.floor((purchase.credits * purchase.refunded_minor) / purchase.amount_minor);
  return Math.min(purchase.credits, share);
}
