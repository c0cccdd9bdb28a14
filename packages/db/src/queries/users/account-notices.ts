import type { AuditName } from '@atelier/contract';
import { namedQuery, type Queryable } from '../../prepared.ts';

export type NewNotice = {
  id: string;
  userId: string;
  /** Id of the event in the audit log. */
  eventId: number;
  /** The public id of the session that acted: its browser is not asked. */
  sessionId: string;
};

const insert = namedQuery(
  'insert-account-notice',
  `insert into account_notice (id, user_id, event_id, session_id) values (:id, :userId, :eventId, :sessionId)`,
);

export async function insertAccountNotice(on: Queryable, notice: NewNotice): Promise<void> {
  await insert(on, notice);
}

export type NoticeRow = {
  id: string;
  name: AuditName;
  details: Record<string, unknown>;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
};

type Asked = { userId: string; sessionId: string };

const list = namedQuery<NoticeRow>(
  'list-account-notices',
  `select n.id, e.name, e.details, e.address, e.user_agent, e.created_at
     from account_notice n join audit_event e on e.id = n.event_id
    where n.user_id = :userId and n.session_id <> :sessionId and n.acknowledged_at is null
    order by n.created_at desc limit 5`,
);

/** Lists notices for the browser of this session, newest first, at most five. Uses account_notice_user. */
export function listAccountNotices(on: Queryable, asked: Asked): Promise<NoticeRow[]> {
  return list(on, asked);
}

const acknowledge = namedQuery<{ id: string }>(
  'acknowledge-notice',
  `update account_notice set acknowledged_at = coalesce(acknowledged_at, now())
    where id = :id and user_id = :userId and session_id <> :sessionId
   returning id`,
);

/** Returns false when the notice is unknown, another user's, or about this session, which cannot answer for the others. */
export async function acknowledgeNotice(on: Queryable, notice: Asked & { id: string }): Promise<boolean> {
  return (await acknowledge(on, notice)).length === 1;
}
