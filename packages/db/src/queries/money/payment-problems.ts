// Events of payments that had no effect, or one that needs an operator: they stay open, in the log, in the metric that
// raises an alert and on the page of operators, until they have their effect or an operator has dealt with them.
import type { PaymentProblem } from '@atelier/contract';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { PaymentEvent } from './payment-events.ts';
import type { PaymentFact } from './payment-facts.ts';

/** An event may come before the payment that it is about; Stripe sends both within seconds. */
const waitMinutes = 5;

/** The end of a checkout without a payment moves nothing. */
const isOpen = `e.settled_at is null and (e.problem is not null or (
  e.purchase_id is null and e.fact->>'type' <> 'ended' and e.received_at < now() - interval '${waitMinutes} minutes'))`;

export type OpenPaymentEvent = {
  id: string;
  type: string;
  problem: PaymentProblem;
  fact: PaymentFact;
  payment_intent: string | null;
  /** The account that the purchase or the payment names; it may not exist. */
  user_id: string | null;
  email: string | null;
  received_at: Date;
};

const list = preparedQuery<OpenPaymentEvent>(
  'list-open-payment-events',
  `select e.id, e.type, coalesce(e.problem, 'unknown_purchase') as problem, e.fact, e.payment_intent,
          named.user_id, u.email, e.received_at
     from payment_event e
     left join purchase p on p.id = e.purchase_id
    cross join lateral (select coalesce(p.user_id::text, e.fact->'sold'->>'userId') as user_id) named
     left join app_user u on u.id::text = named.user_id
    where ${isOpen} order by e.received_at, e.id limit $1`,
);

/** Oldest first. Uses payment_event_open. */
export function listOpenPaymentEvents(on: Queryable, limit: number): Promise<OpenPaymentEvent[]> {
  return list(on, [limit]);
}

/** An event to be tried again; `is_first`: it has not been before. */
export type TriedPaymentEvent = PaymentEvent & { problem: PaymentProblem; is_first: boolean };

const claim = preparedQuery<TriedPaymentEvent>(
  'claim-open-payment-events',
  `with due as (
     select e.id, e.tried_at is null as is_first from payment_event e
      where ${isOpen} and (e.tried_at is null or e.tried_at < now() - interval '${waitMinutes} minutes')
      order by e.tried_at nulls first, e.received_at limit 100 for no key update skip locked
   )
   update payment_event e set tried_at = now() from due where e.id = due.id
   returning e.id, e.type, e.fact, coalesce(e.problem, 'unknown_purchase') as problem, due.is_first`,
);

/** Claims open events that were not tried for some minutes, for this process alone. Uses payment_event_open. */
export function claimOpenPaymentEvents(on: Queryable): Promise<TriedPaymentEvent[]> {
  return claim(on, []);
}

/** How many are open, as part of a larger statement. Uses payment_event_open. */
export const countOpenPaymentEvents = `select count(*)::integer from payment_event e where ${isOpen}`;

const settle = preparedQuery<{ id: string }>(
  'settle-payment-event',
  `update payment_event e set settled_at = now() where e.id = $1 and ${isOpen} returning e.id`,
);

/** Ends the alarm about an event that an operator has dealt with. Returns false when none of this id is open. */
export async function settlePaymentEvent(on: Queryable, id: string): Promise<boolean> {
  return (await settle(on, [id])).length > 0;
}
