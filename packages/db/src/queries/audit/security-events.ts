import type { AuditActor, AuditName } from '@atelier/contract';
import { namedQuery, type Queryable } from '../../prepared.ts';

export type SecurityEventRow = {
  id: number;
  name: AuditName;
  actor: AuditActor;
  details: Record<string, unknown>;
  occurrences: number;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
};

export type SecurityEventScope = { userId: string; names: readonly AuditName[] };

const list = namedQuery<SecurityEventRow>(
  'list-security-events',
  `select id, name, actor, details, occurrences, address, user_agent, created_at
     from audit_event where user_id = :userId and name = any(:names::text[])
    order by created_at desc, id desc limit :limit offset :offset`,
);

const count = namedQuery<{ total: number }>(
  'count-security-events',
  'select count(*) as total from audit_event where user_id = :userId and name = any(:names::text[])',
);

/** One page of what happened on an account, newest first, and how many events there are. Uses audit_event_user. */
export async function listSecurityEvents(
  on: Queryable,
  { page, pageSize, ...scope }: SecurityEventScope & { page: number; pageSize: number },
): Promise<{ rows: SecurityEventRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    list(on, { ...scope, limit: pageSize, offset: (page - 1) * pageSize }),
    count(on, scope),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

const known = namedQuery<{ has_signed_in: boolean; has_signed_in_here: boolean }>(
  'find-earlier-sign-in',
  `select count(*) > 0 as has_signed_in,
          count(*) filter (where details ->> 'session_id' = :sessionId) > 0 as has_signed_in_here
     from audit_event where user_id = :userId and name = 'sign_in'`,
);

/** Whether the account has been signed in to before, and whether in the browser of this public id. */
export async function findEarlierSignIn(
  on: Queryable,
  browser: { userId: string; sessionId: string },
): Promise<{ hasSignedIn: boolean; hasSignedInHere: boolean }> {
  const [row] = await known(on, browser);
  return { hasSignedIn: row?.has_signed_in ?? false, hasSignedInHere: row?.has_signed_in_here ?? false };
}
