import { randomBytes } from 'node:crypto';

/** Amounts are in the currency's smallest unit. */
export type CheckoutSession = {
  id: string;
  paymentIntent: string;
  status: 'open' | 'complete' | 'expired';
  label: string;
  amountMinor: number;
  currency: string;
  clientReferenceId: string | null;
  metadata: Record<string, string>;
  /** Metadata of the payment intent, copied to its charge. */
  paymentMetadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
};

/** Parses the form that Stripe's client sends for a single line item. Throws naming the first missing field. */
export function readSession(form: URLSearchParams): CheckoutSession {
  const required = (name: string) => {
    const value = form.get(name);
    if (!value) throw new Error(`Missing required param: ${name}.`);
    return value;
  };
  const price = 'line_items[0][price_data]';
  const readMetadata = (of: string) => {
    const entries = [...form].filter(([name]) => name.startsWith(`${of}[`));
    return Object.fromEntries(entries.map(([name, value]) => [name.slice(of.length + 1, -1), value]));
  };
  return {
    id: `cs_test_${randomBytes(24).toString('hex')}`,
    paymentIntent: `pi_test_${randomBytes(12).toString('hex')}`,
    status: 'open',
    label: required(`${price}[product_data][name]`),
    amountMinor: Number(required(`${price}[unit_amount]`)) * Number(required('line_items[0][quantity]')),
    currency: required(`${price}[currency]`),
    clientReferenceId: form.get('client_reference_id'),
    metadata: readMetadata('metadata'),
    paymentMetadata: readMetadata('payment_intent_data[metadata]'),
    successUrl: required('success_url'),
    cancelUrl: required('cancel_url'),
  };
}
