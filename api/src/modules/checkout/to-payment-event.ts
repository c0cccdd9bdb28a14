import type { PaymentEvent, PaymentFact, PurchaseRow, SoldPurchase } from '@atelier/db';
import type Stripe from 'stripe';
import { validate as isUuid } from 'uuid';

/** What the payment provider keeps of a purchase, so that its events say what was sold to a database that has lost it. */
export function soldMetadata(purchase: PurchaseRow) {
  return {
    purchase_id: purchase.id,
    user_id: purchase.user_id,
    pack: purchase.pack ?? '',
    credits: String(purchase.credits),
    amount_minor: String(purchase.amount_minor),
    currency: purchase.currency,
  };
}

/** Stripe's event in our own terms; undefined for types that move no money and end nothing. */
export function toPaymentEvent(event: Stripe.Event, provider: string): PaymentEvent | undefined {
  const fact = toFact(event, provider);
  return fact && { id: event.id, type: event.type, fact };
}

function toFact(event: Stripe.Event, provider: string): PaymentFact | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paid(event.data.object, provider);
    case 'checkout.session.async_payment_failed':
      return ended(event.data.object, 'failed');
    case 'checkout.session.expired':
      return ended(event.data.object, 'expired');
    case 'charge.refunded':
      return refunded(event.data.object);
    case 'refund.failed':
      return refundFailed(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputed(event.data.object, event.type);
    default:
      return undefined;
  }
}

/**
 * With a delayed payment method a completed session is not paid yet; another event follows when it is. A payment that names
 * no purchase is kept as well: money was taken, so an operator must look.
 */
function paid(session: Stripe.Checkout.Session, provider: string): PaymentFact | undefined {
  if (session.payment_status !== 'paid') return undefined;
  return {
    type: 'paid',
    purchaseId: purchaseNamedBy(session) ?? null,
    paymentIntent: idOf(session.payment_intent),
    amountMinor: session.amount_total ?? 0,
    currency: session.currency ?? '',
    sold: readSold(session, provider),
  };
}

/** What `soldMetadata` wrote; undefined for a payment that was made before it did. */
function readSold(
  { id: sessionId, metadata }: Stripe.Checkout.Session,
  provider: string,
): SoldPurchase | undefined {
  const { user_id: userId, pack, credits, amount_minor: amountMinor, currency } = metadata ?? {};
  if (!userId || !isUuid(userId) || !pack || !credits || !amountMinor || !currency) return undefined;
  const figures = { credits: Number(credits), amountMinor: Number(amountMinor) };
  return { userId: userId.toLowerCase(), provider, pack, ...figures, currency, sessionId };
}

function purchaseNamedBy({ metadata, client_reference_id: reference }: Stripe.Checkout.Session) {
  return purchaseOf(metadata) ?? purchaseOf({ purchase_id: reference });
}

function ended(session: Stripe.Checkout.Session, status: 'failed' | 'expired'): PaymentFact | undefined {
  const purchaseId = purchaseNamedBy(session);
  return purchaseId ? { type: 'ended', purchaseId, status } : undefined;
}

function refunded(charge: Stripe.Charge): PaymentFact {
  return {
    type: 'refunded',
    purchaseId: purchaseOf(charge.metadata) ?? null,
    paymentIntent: idOf(charge.payment_intent),
    refundedMinor: charge.amount_refunded,
  };
}

/** The money came back to us: how much stays refunded is for an operator to find out. */
function refundFailed({ amount, payment_intent: intent, metadata }: Stripe.Refund): PaymentFact {
  return {
    type: 'refund_failed',
    purchaseId: purchaseOf(metadata) ?? null,
    paymentIntent: idOf(intent),
    amountMinor: amount,
  };
}

/**
 * An inquiry (`warning_…`) withdraws no money and therefore takes no credits, unless its event says that it did. A status
 * that Stripe adds one day counts as an open dispute.
 */
function disputed(dispute: Stripe.Dispute, type: Stripe.Event['type']): PaymentFact | undefined {
  const isWithdrawn = type === 'charge.dispute.funds_withdrawn';
  if (dispute.status.startsWith('warning_') && !isWithdrawn) return undefined;
  const state =
    type === 'charge.dispute.funds_reinstated' ? 'won' : (closedDisputes[dispute.status] ?? 'open');
  const payment = {
    purchaseId: purchaseOf(dispute.metadata) ?? null,
    paymentIntent: idOf(dispute.payment_intent),
  };
  return { type: 'disputed', ...payment, dispute: state, disputeId: dispute.id };
}

const closedDisputes: Readonly<Record<string, 'won' | 'lost' | undefined>> = {
  won: 'won',
  prevented: 'won',
  lost: 'lost',
};

function purchaseOf(metadata: { purchase_id?: string | null } | null | undefined): string | undefined {
  const id = metadata?.purchase_id;
  return id && isUuid(id) ? id.toLowerCase() : undefined;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}
