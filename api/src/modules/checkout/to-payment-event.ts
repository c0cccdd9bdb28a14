import type { PaymentEvent, PaymentFact, PurchaseRow, SoldPurchase } from '@atelier/db';
import { validate as isUuid } from 'uuid';

/** Metadata of a purchase at the payment provider, so that its events restore the sale in a database that has lost it. */
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

/**
 * Stripe's event in our own terms; undefined for types that move no money and end nothing, whatever they look like. Throws
 * UnreadableEvent for one that moves money and does not say how much: it must not get lost.
 */
export function toPaymentEvent(event: unknown, provider: string): PaymentEvent | undefined {
  const { id, type, data } = readObject(event);
  const read = typeof type === 'string' && Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (read === undefined || typeof type !== 'string') return undefined;
  const object = readObject(readObject(data).object);
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(id)) throw new UnreadableEvent(type, 'id');
  const fact = read({ type, provider, object });
  return fact && { id, type, fact };
}

/** An event of a type that is known here, without a part of it that has to be there. */
export class UnreadableEvent extends Error {
  constructor(type: string, missing: string) {
    super(`An event of the type ${type} has no readable "${missing}"`);
    this.name = 'UnreadableEvent';
  }
}

type Fields = Readonly<Record<string, unknown>>;
type Incoming = { type: string; provider: string; object: Fields };

/** Reads an object that Stripe may leave out, or write as null or as its id alone, depending on version and settings. */
function readObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

const readers: Readonly<Record<string, (event: Incoming) => PaymentFact | undefined>> = {
  'checkout.session.completed': paid,
  'checkout.session.async_payment_succeeded': paid,
  'checkout.session.async_payment_failed': ({ object }) => ended(object, 'failed'),
  'checkout.session.expired': ({ object }) => ended(object, 'expired'),
  'charge.refunded': refunded,
  'refund.failed': refundFailed,
  'charge.dispute.created': disputed,
  'charge.dispute.updated': disputed,
  'charge.dispute.closed': disputed,
  'charge.dispute.funds_withdrawn': disputed,
  'charge.dispute.funds_reinstated': disputed,
};

/**
 * Returns undefined when a completed session is not paid yet, as with a delayed payment method; another event follows
 * when it is. A payment that names no purchase is kept as well: money was taken, so an operator must look. So is one
 * without an amount, which is then not the one that was asked for.
 */
function paid({ type, object, provider }: Incoming): PaymentFact | undefined {
  const { payment_status: status, payment_intent: intent, amount_total: amount, currency } = object;
  if (typeof status !== 'string') throw new UnreadableEvent(type, 'payment_status');
  if (status !== 'paid') return undefined;
  return {
    type: 'paid',
    purchaseId: purchaseNamedBy(object) ?? null,
    paymentIntent: findId(intent),
    amountMinor: isAmount(amount) ? amount : 0,
    currency: typeof currency === 'string' ? currency.toLowerCase() : '',
    sold: readSold(object, provider),
  };
}

/** Reads what `soldMetadata` wrote. Returns undefined for payments from before that. */
function readSold({ id, metadata }: Fields, provider: string): SoldPurchase | undefined {
  const { user_id: userId, pack, credits, amount_minor: amount, currency } = readObject(metadata);
  if (typeof userId !== 'string' || !isUuid(userId) || typeof id !== 'string') return undefined;
  if (typeof pack !== 'string' || typeof currency !== 'string') return undefined;
  const figures = { credits: Number(credits), amountMinor: Number(amount) };
  if (!credits || !amount || !isAmount(figures.credits) || !isAmount(figures.amountMinor)) return undefined;
  return { userId: userId.toLowerCase(), provider, pack, ...figures, currency, sessionId: id };
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function purchaseNamedBy({ metadata, client_reference_id: reference }: Fields) {
  return readPurchase(metadata) ?? readPurchase({ purchase_id: reference });
}

function ended(session: Fields, status: 'failed' | 'expired'): PaymentFact | undefined {
  const purchaseId = purchaseNamedBy(session);
  return purchaseId ? { type: 'ended', purchaseId, status } : undefined;
}

function refunded({ type, object }: Incoming): PaymentFact {
  const { amount_refunded: refundedMinor } = object;
  if (!isAmount(refundedMinor)) throw new UnreadableEvent(type, 'amount_refunded');
  return { type: 'refunded', ...toPayment(object), refundedMinor };
}

/** The money came back to us: how much stays refunded is for an operator to find out. */
function refundFailed({ type, object }: Incoming): PaymentFact {
  const { amount: amountMinor } = object;
  if (!isAmount(amountMinor)) throw new UnreadableEvent(type, 'amount');
  return { type: 'refund_failed', ...toPayment(object), amountMinor };
}

/** Neither for a payment that was not made here, in an account that sells elsewhere too. It is kept for an operator. */
function toPayment({ payment_intent: intent, metadata }: Fields) {
  return { purchaseId: readPurchase(metadata) ?? null, paymentIntent: findId(intent) };
}

/**
 * An inquiry (`warning_…`) withdraws no money and therefore takes no credits, unless its event says that it did. A status
 * that Stripe adds one day counts as an open dispute, and so does none at all.
 */
function disputed({ type, object }: Incoming): PaymentFact | undefined {
  const { id, status: said } = object;
  const status = typeof said === 'string' ? said : '';
  if (typeof id !== 'string') throw new UnreadableEvent(type, 'id of the dispute');
  const isWithdrawn = type === 'charge.dispute.funds_withdrawn';
  if (status.startsWith('warning_') && !isWithdrawn) return undefined;
  const closed = Object.hasOwn(closedDisputes, status) ? closedDisputes[status] : undefined;
  const state = type === 'charge.dispute.funds_reinstated' ? 'won' : (closed ?? 'open');
  return { type: 'disputed', ...toPayment(object), dispute: state, disputeId: id };
}

const closedDisputes: Readonly<Record<string, 'won' | 'lost' | undefined>> = {
  won: 'won',
  prevented: 'won',
  lost: 'lost',
};

function readPurchase(metadata: unknown): string | undefined {
  const { purchase_id: id } = readObject(metadata);
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined;
}

/** The id, or the whole object where the account expands it. */
function findId(reference: unknown): string | null {
  const id = typeof reference === 'string' ? reference : readObject(reference).id;
  return typeof id === 'string' && id !== '' ? id : null;
}
