import type { Selectable } from 'kysely';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { WebhookDelivery } from '../../schema.gen.ts';

export type DeliveryRow = Selectable<WebhookDelivery>;

/** Waits of 30 s, 60 s, … 32 min: ten attempts take a little over two hours. */
const maxAttempts = 10;
const listLimit = 50;

export type DueDelivery = Pick<DeliveryRow, 'generation_id' | 'attempts'> & { minutes_late: number };

const listDue = preparedQuery<DueDelivery>(
  'list-due-deliveries',
  `select generation_id, attempts,
          floor(extract(epoch from now() - next_attempt_at) / 60)::integer as minutes_late
     from webhook_delivery where state = 'waiting' and next_attempt_at <= now()
    order by next_attempt_at limit 200`,
);

/** Deliveries whose next attempt is due, the latest first. Uses webhook_delivery_due. */
export function listDueDeliveries(on: Queryable): Promise<DueDelivery[]> {
  return listDue(on, []);
}

const claim = preparedQuery<DeliveryRow>(
  'claim-delivery',
  `update webhook_delivery
      set attempts = attempts + 1,
          next_attempt_at = now() + make_interval(secs => least(30 * power(2, least(attempts, 10)), 1920))
    where generation_id = $1 and state = 'waiting' and next_attempt_at <= now()
    returning *`,
);

/**
 * Begins an attempt: of many callers at the same moment one gets the row. The next attempt is set before this one is
 * made, so a process that is killed in between only delays it. Returns undefined when nothing is due.
 */
export async function claimDelivery(on: Queryable, generationId: string): Promise<DeliveryRow | undefined> {
  const [row] = await claim(on, [generationId]);
  return row;
}

const delivered = preparedQuery(
  'mark-delivered',
  `update webhook_delivery set state = 'delivered', delivered_at = now(), last_status = $2, last_problem = null
    where id = $1`,
);

export async function markDelivered(on: Queryable, id: string, status: number): Promise<void> {
  await delivered(on, [id, status]);
}

export type FailedAttempt = {
  id: string;
  /** The number of the attempt: a later one, or one that was delivered, knows better. */
  attempt: number;
  status: number | null;
  problem: string;
  /** No further attempt is wanted. */
  isFinal: boolean;
};

const failed = preparedQuery<Pick<DeliveryRow, 'state'>>(
  'mark-attempt-failed',
  `update webhook_delivery
      set last_status = $3, last_problem = $4,
          state = case when $5::boolean or attempts >= $6 then 'given_up' else state end
    where id = $1 and attempts = $2 and state = 'waiting'
    returning state`,
);

/** Returns whether it has now been given up: it was the last attempt, or the receiver wants no other. */
export async function markAttemptFailed(on: Queryable, attempt: FailedAttempt): Promise<boolean> {
  const { id, attempt: number, status, problem, isFinal } = attempt;
  const [row] = await failed(on, [id, number, status, problem, isFinal, maxAttempts]);
  return row?.state === 'given_up';
}

/** One user's, newest first, 50 at most. Uses webhook_delivery_user. */
export function listDeliveries(db: Db, userId: string): Promise<DeliveryRow[]> {
  return db.kysely
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(listLimit)
    .execute();
}

const reopen = preparedQuery<DeliveryRow>(
  'reopen-delivery',
  `update webhook_delivery set state = 'waiting', next_attempt_at = now(), delivered_at = null
    where id = $1 and user_id = $2
    returning *`,
);

/**
 * Has it sent again, whatever became of it. Attempts are counted on, so after the tenth there is one more and no chain.
 * Returns undefined when this user has none of that id.
 */
export async function reopenDelivery(
  on: Queryable,
  { id, userId }: { id: string; userId: string },
): Promise<DeliveryRow | undefined> {
  const [row] = await reopen(on, [id, userId]);
  return row;
}
