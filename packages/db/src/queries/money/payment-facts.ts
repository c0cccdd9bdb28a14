import type { PurchaseStatus } from '@atelier/contract';
import type { PurchaseRow } from './purchases.ts';

/** A purchase as its payment names it, so that it can be recorded again by a database that has lost it. */
export type SoldPurchase = {
  userId: string;
  provider: string;
  pack: string;
  credits: number;
  amountMinor: number;
  currency: string;
  /** The payment provider's name of the checkout. */
  sessionId: string;
};

type OfPayment = { purchaseId: string | null; paymentIntent: string | null };
type Dispute = 'open' | 'won' | 'lost';

/** Report of a payment provider, in our own terms. Amounts are in the currency's smallest unit. */
export type PaymentFact =
  | (OfPayment & { type: 'paid'; amountMinor: number; currency: string; sold?: SoldPurchase | undefined })
  | { type: 'ended'; purchaseId: string; status: 'failed' | 'expired' }
  /** `refundedMinor` is all that was refunded so far, not the last step. */
  | (OfPayment & { type: 'refunded'; refundedMinor: number })
  /** A refund that was reported before did not reach the buyer. */
  | (OfPayment & { type: 'refund_failed'; amountMinor: number })
  | (OfPayment & { type: 'disputed'; dispute: Dispute; disputeId?: string });

export type PurchaseFacts = Pick<
  PurchaseRow,
  'status' | 'paid_at' | 'payment_intent' | 'refunded_minor' | 'dispute'
>;

/**
 * Adds a fact to a purchase. Facts only ever accumulate, so that they may come in any order and any number of times:
 * paid stays paid, the refunded amount never falls. Disputes are added together, by `addDisputes`.
 */
export function addFact(purchase: PurchaseRow, fact: PaymentFact): PurchaseRow {
  const added = { ...purchase, ...change(purchase, fact) };
  return { ...added, status: readStatus(added) };
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
    case 'refund_failed':
    case 'disputed':
      return {};
  }
}

/** A dispute that is closed does not open again, and a lost one can still be won, whatever the order of their events. */
const finality = { open: 0, lost: 1, won: 2 } as const satisfies Record<Dispute, number>;

/**
 * Adds all that was reported of a purchase's disputes. There can be several, one after the other: a purchase is disputed
 * while one of them is open or lost. A fact without an id, as older versions kept them, is about the first.
 */
export function addDisputes(
  purchase: PurchaseRow,
  facts: readonly Extract<PaymentFact, { type: 'disputed' }>[],
): PurchaseRow {
  const first = facts.find(({ disputeId }) => disputeId !== undefined)?.disputeId ?? '';
  const states = new Map<string, Dispute>();
  for (const { disputeId = first, dispute } of facts) {
    const before = states.get(disputeId);
    if (before === undefined || finality[dispute] > finality[before]) states.set(disputeId, dispute);
  }
  const found = [...states.values()];
  const dispute =
    (['lost', 'open', 'won'] as const).find((state) => found.includes(state)) ?? purchase.dispute;
  const added = { ...purchase, dispute };
  return { ...added, status: readStatus(added) };
}

function readStatus(purchase: PurchaseRow): PurchaseStatus {
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
