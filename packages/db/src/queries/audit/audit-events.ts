import type { AuditActor, AuditName } from '@atelier/contract';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

export type NewAuditEvent = {
  name: AuditName;
  actor: AuditActor;
  /** The user who acted, or the API key. */
  actorId: string | null;
  /** The user whose account it concerns. */
  userId: string | null;
  reason: string | null;
  details: Readonly<Record<string, unknown>>;
  /** How often it happened, for events that are counted before they are written. */
  occurrences: number;
  /** The id of the HTTP request, as the logs name it. */
  requestId: string | null;
  address: string | null;
  userAgent: string | null;
};

const insert = namedQuery<{ id: number }>(
  'insert-audit-event',
  `insert into audit_event (name, actor, actor_id, user_id, reason, details, occurrences, request_id, address, user_agent)
   select :name::text, :actor::text, :actorId::uuid, :userId::uuid, :reason::text, :details::jsonb, :occurrences::integer,
          :requestId::uuid, case when not is_erased then :address::text end, case when not is_erased then :userAgent::text end
     from (select exists (select from app_user where id = :userId and erased_at is not null) as is_erased) as account
   returning id`,
);

/** Returns its id. Without address and browser when the account was erased: events that are counted first can come late. */
export async function insertAuditEvent(on: Queryable, event: NewAuditEvent): Promise<number> {
  const [row] = await insert(on, { ...event, details: JSON.stringify(event.details) });
  if (!row) throw new Error(`The event ${event.name} was not inserted`);
  return row.id;
}

const clear = preparedQuery(
  'clear-audit-origins',
  `update audit_event set address = null, user_agent = null
    where id in (select id from audit_event
                  where (address is not null or user_agent is not null)
                    and created_at < now() - make_interval(days => $1)
                  order by created_at limit 1000)`,
);

/**
 * Removes where older events came from, which is personal data; the events stay. At most 1,000 a call, so that it is
 * never in the way. Uses audit_event_personal.
 */
export async function clearAuditOrigins(on: Queryable, days: number): Promise<void> {
  await clear(on, [days]);
}
