import { randomBytes } from 'node:crypto';
import type { CheckoutSession } from './session.ts';

/** An event in Stripe's format, with the fields used here. */
export type CheckoutEvent = {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: false;
  data: { object: Record<string, unknown> };
};

type Payment = Pick<
  CheckoutSession,
  'id' | 'paymentIntent' | 'amountMinor' | 'currency' | 'clientReferenceId' | 'metadata' | 'paymentMetadata'
>;
export const disputeStatuses = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'warning_needs_response',
] as const;
type DisputeStatus = (typeof disputeStatuses)[number];

function checkoutEvent(type: string, object: Record<string, unknown>): CheckoutEvent {
  const id = `evt_test_${randomBytes(12).toString('hex')}`;
  return {
    id,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object },
  };
}

/** The session as Stripe returns it and sends it in events. */
export function sessionObject(payment: Payment, paymentStatus: 'paid' | 'unpaid', status: string) {
  return {
    id: payment.id,
    object: 'checkout.session',
    mode: 'payment',
    status,
    payment_status: paymentStatus,
    amount_subtotal: payment.amountMinor,
    amount_total: payment.amountMinor,
    currency: payment.currency,
    client_reference_id: payment.clientReferenceId,
    metadata: payment.metadata,
    payment_intent: status === 'complete' ? payment.paymentIntent : null,
    livemode: false,
  };
}

export function completedEvent(payment: Payment, paymentStatus: 'paid' | 'unpaid' = 'paid'): CheckoutEvent {
  return checkoutEvent('checkout.session.completed', sessionObject(payment, paymentStatus, 'complete'));
}

/** Only a delayed payment method can still fail after checkout. */
export function failedEvent(payment: Payment): CheckoutEvent {
  const object = sessionObject(payment, 'unpaid', 'complete');
  return checkoutEvent('checkout.session.async_payment_failed', object);
}

export function expiredEvent(payment: Payment): CheckoutEvent {
  return checkoutEvent('checkout.session.expired', sessionObject(payment, 'unpaid', 'expired'));
}

/** `refundedMinor` is the total refunded so far. */
export function refundedEvent(payment: Payment, refundedMinor: number): CheckoutEvent {
  return checkoutEvent('charge.refunded', {
    id: `ch_${payment.paymentIntent}`,
    object: 'charge',
    amount: payment.amountMinor,
    amount_refunded: refundedMinor,
    currency: payment.currency,
    payment_intent: payment.paymentIntent,
    metadata: payment.paymentMetadata,
  });
}

/** A refund that the buyer's bank did not take. */
export function refundFailedEvent(payment: Payment, amount: number): CheckoutEvent {
  return checkoutEvent('refund.failed', {
    id: `re_${payment.paymentIntent}`,
    object: 'refund',
    amount,
    charge: `ch_${payment.paymentIntent}`,
    currency: payment.currency,
    payment_intent: payment.paymentIntent,
    status: 'failed',
    metadata: {},
  });
}

/** `round` counts the disputes of one payment, from 0. */
export function disputeEvent(payment: Payment, status: DisputeStatus, round = 0): CheckoutEvent {
  const isClosed = status === 'won' || status === 'lost';
  return checkoutEvent(isClosed ? 'charge.dispute.closed' : 'charge.dispute.created', {
    id: `dp_${payment.paymentIntent}_${round}`,
    object: 'dispute',
    amount: payment.amountMinor,
    currency: payment.currency,
    charge: `ch_${payment.paymentIntent}`,
    payment_intent: payment.paymentIntent,
    status,
    metadata: {},
  });
}
