import type { AuditActor, AuditName } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../connect.ts';

/** `from` is the first moment, `to` the first one after. */
export type AuditScope = {
  name?: AuditName | undefined;
  actor?: AuditActor | undefined;
  /** The account that it concerns. */
  userId?: string | undefined;
  /** The operator who acted. */
  operatorId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

export type AuditRow = {
  id: number;
  created_at: Date;
  name: AuditName;
  occurrences: number;
  actor: AuditActor;
  actor_id: string | null;
  /** The address of the user or operator who acted, or of the API key's owner. */
  actor_email: string | null;
  user_id: string | null;
  user_email: string | null;
  reason: string | null;
  details: Record<string, unknown>;
  request_id: string | null;
  address: string | null;
  user_agent: string | null;
};

/**
 * Lists at most `limit` events, newest first, older than the event `beforeId`. Each filter has an index that ends in this order
 * (audit_event_newest, _user, _name, _actor), so a page costs the same at any depth; a count would not.
 */
export async function listAuditEvents(
  db: Db,
  { beforeId, limit, ...scope }: AuditScope & { beforeId?: number | undefined; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    with page as (
      select * from audit_event e where ${condition(scope, beforeId)}
       order by e.created_at desc, e.id desc limit ${limit}
    )
    select p.id, p.created_at, p.name, p.occurrences, p.actor, p.actor_id, p.user_id, p.reason, p.details,
           p.request_id, p.address, p.user_agent, u.email as user_email,
           case when p.actor = 'api_key' then u.email else o.email end as actor_email
      from page p
      left join app_user u on u.id = p.user_id
      left join app_user o on o.id = p.actor_id
     order by p.created_at desc, p.id desc`.execute(db.kysely);
  return rows;
}

function condition(
  { name, actor, userId, operatorId, from, to }: AuditScope,
  beforeId: number | undefined,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (beforeId !== undefined)
    parts.push(
      sql`(e.created_at, e.id) < (select b.created_at, b.id from audit_event b where b.id = ${beforeId})`,
    );
  if (name) parts.push(sql`e.name = ${name}`);
  if (actor) parts.push(sql`e.actor = ${actor}`);
  if (userId) parts.push(sql`e.user_id = ${userId}`);
  if (operatorId) parts.push(sql`e.actor = 'operator' and e.actor_id = ${operatorId}`);
  if (from) parts.push(sql`e.created_at >= ${from}`);
  if (to) parts.push(sql`e.created_at < ${to}`);
  return sql.join(parts, sql` and `);
}

const batchSize = 1_000;

/** All events in the scope, newest first, in batches, so that neither side holds them all. */
export async function* readAuditEvents(db: Db, scope: AuditScope): AsyncGenerator<AuditRow[]> {
  let beforeId: number | undefined;
  for (;;) {
    const rows = await listAuditEvents(db, { ...scope, beforeId, limit: batchSize });
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    beforeId = rows.at(-1)?.id;
  }
}
