import type { AuditEvent } from '@atelier/audit';
import { insertAccountNotice } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../api.ts';

type NoticeDeps = Pick<RouteDeps, 'db' | 'audit'> & { realtime: Pick<RouteDeps['realtime'], 'emitToUser'> };
type Act = { event: AuditEvent; userId: string; sessionId: string };

/**
 * Records an event in the audit log and asks its user about it in every browser but that of the session that acted, in
 * open pages at once and in others when they are opened.
 */
export async function raiseNotice(deps: NoticeDeps, { event, userId, sessionId }: Act): Promise<void> {
  const eventId = await deps.audit.record({ ...event, userId });
  await insertAccountNotice(deps.db.pool, { id: uuidv7(), userId, eventId, sessionId });
  await deps.realtime.emitToUser(userId, 'account:changed', {});
}
