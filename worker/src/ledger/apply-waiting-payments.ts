import {
  applyPaymentEvent,
  claimOpenPaymentEvents,
  listPayableDebts,
  type TriedPaymentEvent,
} from '@atelier/db';
import { type EachDeps, followPayment, type LineDeps, payOwnDebt, processEach } from '@atelier/generations';

type PaymentDeps = LineDeps & EachDeps;

/**
 * Applies events of payments that had no effect when they arrived, once their purchase or account is there. What still has
 * none is logged as an error, once; the alert and the page of operators have it until it is dealt with.
 */
export async function applyWaitingPayments(deps: PaymentDeps): Promise<void> {
  const events = await claimOpenPaymentEvents(deps.db.pool);
  await processEach(deps, 'apply an event of a payment', events, (event) => applyAgain(deps, event));
}

async function applyAgain(deps: PaymentDeps, { is_first: isFirst, problem, ...event }: TriedPaymentEvent) {
  const seen = { eventId: event.id, type: event.type, fact: event.fact };
  const applied = await applyPaymentEvent(deps.db, event);
  if (applied.outcome === 'applied') {
    deps.log.info({ ...seen, purchaseId: applied.purchase.id }, 'a payment event was applied late');
    await followPayment(deps, applied.purchase.user_id, applied.balance);
  } else if (isFirst) deps.log.error({ ...seen, problem }, 'a payment event has had no effect for minutes');
}

/** Takes what accounts owe from those that have it, since credits were granted to them or came back. */
export async function payDebts(deps: PaymentDeps): Promise<void> {
  await processEach(deps, 'pay a debt', await listPayableDebts(deps.db.pool), async (userId) => {
    await payOwnDebt(deps, userId);
  });
}
