import { AppError } from '@atelier/contract';
import type { PaymentEvent, PurchaseRow } from '@atelier/db';
import type { ApiEnv } from '@atelier/env';
import type Stripe from 'stripe';
import { soldMetadata, toPaymentEvent, UnreadableEvent } from './to-payment-event.ts';

export type CheckoutRequest = {
  purchase: PurchaseRow;
  email: string;
  /** Shown on the payment page. */
  label: string;
  successUrl: string;
  cancelUrl: string;
};

export type Payments = {
  /** `test`: a local server takes Stripe's place and no money moves. */
  mode: 'stripe' | 'test';
  /** Creates the payment page; idempotent per purchase. Throws unavailable. */
  createCheckout: (request: CheckoutRequest) => Promise<{ sessionId: string; url: string }>;
  /** Returns undefined when an event has no effect here. Throws invalid_signature, or invalid_json for an unreadable body. */
  readEvent: (body: Buffer, signature: string | undefined) => Promise<PaymentEvent | undefined>;
};

type Settings = Pick<ApiEnv, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_BASE_URL'>;

const timeoutMs = 10_000;
/** Maximum age of a signature, against replays; the value that Stripe recommends. */
const toleranceSeconds = 300;

/** The only place that uses Stripe's client. Undefined without its settings: nothing can be bought. */
export function createPayments(settings: Settings): Payments | undefined {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret, STRIPE_BASE_URL: baseUrl } = settings;
  if (!key || !secret) return undefined;
  let connecting: Promise<Stripe> | undefined;
  const client = () => {
    connecting ??= connect(key, baseUrl);
    return connecting;
  };
  return {
    mode: baseUrl ? 'test' : 'stripe',
    async createCheckout(request) {
      const stripe = await client();
      try {
        const options = { idempotencyKey: `checkout:${request.purchase.id}` };
        const session = await stripe.checkout.sessions.create(sessionParams(request), options);
        if (!session.url) throw new Error('The checkout session has no URL');
        return { sessionId: session.id, url: session.url };
      } catch (error) {
        throw new AppError('unavailable', { cause: error });
      }
    },
    async readEvent(body, signature) {
      const stripe = await client();
      let event: unknown;
      try {
        event = stripe.webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds);
      } catch (error) {
        // The signature is checked first, so any other error means a body that Stripe signed and we cannot read.
        const isForged = error instanceof stripe.errors.StripeSignatureVerificationError;
        if (!isForged && isThinEvent(body)) return undefined;
        throw new AppError(isForged ? 'invalid_signature' : 'invalid_json', { cause: error });
      }
      try {
        return toPaymentEvent(event, baseUrl ? 'test-checkout' : 'stripe');
      } catch (error) {
        if (!(error instanceof UnreadableEvent)) throw error;
        throw new AppError('invalid_json', { message: error.message, cause: error });
      }
    },
  };
}

/** Events of Stripe's second API, which the client refuses to read as one. None of them is about a payment here. */
function isThinEvent(body: Buffer): boolean {
  try {
    return (JSON.parse(body.toString()) as { object?: unknown } | null)?.object === 'v2.core.event';
  } catch {
    // No JSON, and so no event at all.
    return false;
  }
}

/** Loaded at first use: the client is large, and a process without Stripe's settings never needs it. */
async function connect(key: string, baseUrl: string | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  const base = baseUrl ? new URL(baseUrl) : undefined;
  return new StripeClient(key, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
    }),
  });
}

/** Prices come from our purchase row and not from products in the Stripe account. */
function sessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { purchase, email, label, successUrl, cancelUrl } = request;
  const metadata = soldMetadata(purchase);
  const price = {
    currency: purchase.currency,
    unit_amount: purchase.amount_minor,
    product_data: { name: label },
  };
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: price }],
    client_reference_id: purchase.id,
    customer_email: email,
    metadata,
    // Copies the metadata, so that refund events of this payment name the purchase too.
    payment_intent_data: { metadata },
    success_url: successUrl,
    cancel_url: cancelUrl,
  };
}
