import { preparedQuery, type Queryable } from '../../prepared.ts';
import { maxSessionDays } from '../users/sessions.ts';

/** Waits of 30 s, 60 s, … 32 min: ten attempts take a little over two hours. */
const maxAttempts = 10;
/** How long a push service keeps a message for a browser that is offline; after it, nothing is sent any more. */
export const pushLifeSeconds = 24 * 3_600;

export type DuePush = { id: string; attempts: number; minutes_late: number };

const listDue = preparedQuery<DuePush>(
  'list-due-pushes',
  `select id, attempts, floor(extract(epoch from now() - next_attempt_at) / 60)::integer as minutes_late
     from push_message where next_attempt_at <= now()
    order by next_attempt_at limit 200`,
);

/** Messages whose next attempt is due, the latest first. Uses push_message_due. */
export function listDuePushes(on: Queryable): Promise<DuePush[]> {
  return listDue(on, []);
}

export type ClaimedPush = {
  id: string;
  /** Generation that ended, or null for the approval that is asked for. */
  generation_id: string | null;
  approval_id: string | null;
  session_id: string;
  /** The number of this attempt. */
  attempts: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  application_key: string;
  language: string;
  /** Rest of `pushLifeSeconds`. */
  left_seconds: number;
  /** The session works no longer, although its row is still there. */
  has_session_ended: boolean;
};

const claim = preparedQuery<ClaimedPush>(
  'claim-push',
  `update push_message m
      set attempts = m.attempts + 1,
          next_attempt_at = now() + make_interval(secs => least(30 * power(2, least(m.attempts, 10)), 1920))
     from push_subscription s join user_session u on u.public_id = s.session_id
    where m.id = $1 and m.next_attempt_at <= now() and s.session_id = m.session_id
    returning m.id, m.generation_id, m.approval_id, m.session_id, m.attempts, s.endpoint, s.p256dh, s.auth, s.application_key,
              s.language, floor(${pushLifeSeconds} - extract(epoch from now() - m.created_at))::integer as left_seconds,
              (u.expires_at <= now() or u.created_at <= now() - interval '${maxSessionDays} days') as has_session_ended`,
);

/**
 * Begins an attempt: of many callers at the same moment one gets the row. The next attempt is set before this one is
 * made, so a process that is killed in between only delays it. Returns undefined when it is not due, was sent, or its session
 * ended.
 */
export async function claimPush(on: Queryable, id: string): Promise<ClaimedPush | undefined> {
  const [row] = await claim(on, [id]);
  return row;
}

const remove = preparedQuery('remove-push', 'delete from push_message where id = $1');

/** Removes a message that was sent, or should not be. */
export async function removePush(on: Queryable, id: string): Promise<void> {
  await remove(on, [id]);
}

const giveUp = preparedQuery<{ id: string }>(
  'give-up-push',
  `delete from push_message
    where id = $1 and attempts = $2
      and ($2 >= ${maxAttempts}
           or greatest(next_attempt_at, now() + make_interval(secs => $3)) > created_at + interval '${pushLifeSeconds} seconds')
    returning id`,
);
const postpone = preparedQuery(
  'postpone-push',
  `update push_message set next_attempt_at = greatest(next_attempt_at, now() + make_interval(secs => $3))
    where id = $1 and attempts = $2`,
);

type FailedPush = {
  id: string;
  /** The number of the attempt: a later one, or one that was sent, knows better. */
  attempt: number;
  /** How long the push service wants us to wait at least. */
  waitSeconds: number;
};

/** Returns whether it has now been given up: it was the last attempt, or the next would come too late. */
export async function markPushFailed(
  on: Queryable,
  { id, attempt, waitSeconds }: FailedPush,
): Promise<boolean> {
  const values = [id, attempt, waitSeconds];
  const isGivenUp = (await giveUp(on, values)).length > 0;
  if (!isGivenUp && waitSeconds > 0) await postpone(on, values);
  return isGivenUp;
}
