import type { PaymentEvent, PaymentFact } from '@atelier/db';
import type Stripe from 'stripe';
import { validate as isUuid } from 'uuid';

/** Stripe's event in our own terms; undefined for types that have no effect here. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent | undefined {
  const fact = toFact(event);
  return fact && { id: event.id, type: event.type, fact };
}

function toFact(event: Stripe.Event): PaymentFact | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paid(event.data.object);
    case 'checkout.session.async_payment_failed':
      return ended(event.data.object, 'failed');
    case 'checkout.session.expired':
      return ended(event.data.object, 'expired');
    case 'charge.refunded':
      return refunded(event.data.object);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputed(event.data.object);
    default:
      return undefined;
  }
}

/** With a delayed payment method a completed session is not paid yet; another event follows when it is. */
function paid(session: Stripe.Checkout.Session): PaymentFact | undefined {
  const purchaseId = purchaseOf(session.metadata) ?? purchaseOf({ purchase_id: session.client_reference_id });
  if (!purchaseId || session.payment_status !== 'paid') return undefined;
  return {
    type: 'paid',
    purchaseId,
    paymentIntent: idOf(session.payment_intent),
    amountMinor: session.amount_total ?? 0,
    currency: session.currency ?? '',
  };
}

function ended(session: Stripe.Checkout.Session, status: 'failed' | 'expired'): PaymentFact | undefined {
  const purchaseId = purchaseOf(session.metadata) ?? purchaseOf({ purchase_id: session.client_reference_id });
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

/** An inquiry (`warning_…`) withdraws no money and therefore takes no credits. */
function disputed(dispute: Stripe.Dispute): PaymentFact | undefined {
  const state = disputeStates[dispute.status];
  const paymentIntent = idOf(dispute.payment_intent);
  return state && { type: 'disputed', purchaseId: null, paymentIntent, dispute: state };
}

const disputeStates: Readonly<Record<string, 'open' | 'won' | 'lost' | undefined>> = {
  needs_response: 'open',
  under_review: 'open',
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
