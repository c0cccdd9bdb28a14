import { userInfo } from 'node:os';
import type { Audit, AuditEvent } from '@atelier/audit';
import { type Db, findUserByEmail, type OperatorChange, setOperator } from '@atelier/db';
import type { Emitter } from '@atelier/realtime';

type OperatorDeps = { db: Db; audit: Audit; realtime: Pick<Emitter, 'emitToUser'> };

type Change = Parameters<typeof setOperator>[1] & { reason?: string | undefined };

/**
 * Adds or removes an operator from the next request on, records it, and lets the open pages of that user read their
 * rights again. Done by a command and not by a route: operators cannot make operators.
 */
export async function changeOperator(
  { db, audit, realtime }: OperatorDeps,
  { reason, ...change }: Change,
): Promise<OperatorChange> {
  const userId = await findUserByEmail(db.pool, change.email);
  const event: AuditEvent = {
    name: change.isOperator ? 'operator_added' : 'operator_removed',
    actor: 'system',
    userId: userId ?? null,
    reason: reason ?? null,
    // The address itself only where no account stands for it: an erased account leaves none behind.
    details: { os_user: userInfo().username, ...(userId ? {} : { email: change.email }) },
  };
  const outcome = await setOperator(db, change, (on) => audit.record(event, on));
  if (outcome === 'changed' && userId) await realtime.emitToUser(userId, 'account:changed', {});
  return outcome;
}
