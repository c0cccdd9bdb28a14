import { AppError } from '@atelier/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { PushSubscription } from '../../schema.gen.ts';

export type PushSubscriptionRow = Selectable<PushSubscription>;

/** The newest of a user's; older ones make room for them. */
const maxSubscriptions = 20;

export type NewPushSubscription = {
  /** The public id of the session. */
  sessionId: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  applicationKey: string;
  /** Language of the notifications; when undefined it stays, and is English for a new subscription. */
  language: string | undefined;
};

const find = preparedQuery<PushSubscriptionRow>(
  'find-push-subscription',
  'select * from push_subscription where session_id = $1',
);

/** The subscription of a session, by its public id. */
export async function findPushSubscription(
  on: Queryable,
  sessionId: string,
): Promise<PushSubscriptionRow | undefined> {
  const [row] = await find(on, [sessionId]);
  return row;
}

/**
 * Stores the subscription of a session in place of an earlier one. An endpoint is one browser: it leaves the session that
 * had it before. Throws please_login when the session has ended meanwhile.
 */
export async function putPushSubscription(db: Db, subscription: NewPushSubscription): Promise<void> {
  const { sessionId, userId, endpoint, p256dh, auth, applicationKey, language = null } = subscription;
  await db.kysely.transaction().execute(async (trx) => {
    // One at a time per browser, whatever session each call is of.
    await sql`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 0))`.execute(trx);
    await sql`
      delete from push_subscription where endpoint = ${endpoint} and session_id <> ${sessionId}`.execute(trx);
    // The lock lets the session end before or after, but not meanwhile.
    const { numAffectedRows } = await sql`
      insert into push_subscription (session_id, user_id, endpoint, p256dh, auth, application_key, language)
      select public_id, user_id, ${endpoint}, ${p256dh}, ${auth}, ${applicationKey}, coalesce(${language}::text, 'en')
        from user_session where public_id = ${sessionId} and user_id = ${userId} for key share
      on conflict (session_id) do update
        set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
            application_key = excluded.application_key,
            language = coalesce(${language}::text, push_subscription.language), renewed_at = now()`.execute(
      trx,
    );
    if (numAffectedRows !== 1n) throw new AppError('please_login');
    await sql`
      delete from push_subscription
       where session_id in (select session_id from push_subscription where user_id = ${userId}
                             order by renewed_at desc, session_id offset ${maxSubscriptions})`.execute(trx);
  });
}

const remove = preparedQuery(
  'delete-push-subscription',
  'delete from push_subscription where session_id = $1 and ($2::text is null or endpoint = $2)',
);

/** Deletes it with what was still to be sent to it; with an endpoint, only if the session still has that one. */
export async function deletePushSubscription(
  on: Queryable,
  sessionId: string,
  endpoint?: string,
): Promise<void> {
  await remove(on, [sessionId, endpoint ?? null]);
}
