// A payment provider's webhook. The signature is verified before anything is read; the event is stored and applied once,
// in one transaction, before the reply. Then the buyer's browsers are notified.
import { AppError } from '@atelier/contract';
import { type AppliedPayment, applyPaymentEvent } from '@atelier/db';
import { followPayment, type LineDeps } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';
import type { ApiDeps } from '../../deps.ts';
import { limitForgeries } from '../../plugins/rate-limit.ts';
import { presentPurchase } from './present-purchase.ts';

const maxBodyBytes = 1_048_576;

/** Bodies are kept as raw bytes, because the signature covers them. */
export async function checkoutWebhookRoutes(api: Api, deps: RouteDeps): Promise<void> {
  limitForgeries(api, deps);
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const options = { bodyLimit: maxBodyBytes, schema: { hide: true } };
  api.post('/api/checkout/webhook', options, async (request, reply) => {
    const outcome = await acceptPaymentEvent(deps, {
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: request.headers['stripe-signature']?.toString(),
    });
    return reply.send({ success: true, outcome });
  });
}

type EventDeps = Pick<ApiDeps, 'payments'> & LineDeps;

/** Returns `ignored` for an event type that has no effect here. Throws invalid_signature, invalid_json, unavailable. */
async function acceptPaymentEvent(
  deps: EventDeps,
  incoming: { body: Buffer; signature: string | undefined },
): Promise<AppliedPayment['outcome'] | 'ignored'> {
  if (!deps.payments) throw new AppError('unavailable');
  const event = await deps.payments.readEvent(incoming.body, incoming.signature).catch((error: unknown) => {
    // Money has moved. It is refused, so that it is delivered again and stays to be seen at the payment provider.
    if (error instanceof AppError && error.code === 'invalid_json')
      deps.log.error({ err: error }, 'a signed payment event could not be read');
    throw error;
  });
  if (!event) return 'ignored';
  const applied = await applyPaymentEvent(deps.db, event);
  const seen = { eventId: event.id, type: event.type, outcome: applied.outcome };
  // It stays open on the page of operators and in a metric; the worker reports what waits for longer than a few minutes.
  if ('problem' in applied && applied.problem)
    deps.log.error(
      { ...seen, problem: applied.problem, fact: event.fact },
      'a payment event needs an operator',
    );
  if (applied.outcome === 'applied') await notifyPayment(deps, seen, applied);
  else deps.log.info(seen, 'payment event');
  return applied.outcome;
}

async function notifyPayment(
  deps: EventDeps,
  seen: object,
  { purchase, balance, collected }: Extract<AppliedPayment, { outcome: 'applied' }>,
): Promise<void> {
  deps.log.info({ ...seen, purchaseId: purchase.id, status: purchase.status }, 'payment event applied');
  if (purchase.owed > 0)
    deps.log.error({ purchaseId: purchase.id, owed: purchase.owed }, 'a refunded payment left a debt');
  for (const changed of [purchase, ...collected]) {
    await deps.realtime.emitToUser(changed.user_id, 'purchase:changed', {
      purchase: presentPurchase(changed),
    });
  }
  await followPayment(deps, purchase.user_id, balance);
}
