import { AppError } from '@atelier/contract';
import { getUserWithBalance, type Moved, moveByOperator } from '@atelier/db';
import type { Realtime } from '@atelier/realtime';
import type { ApiDeps } from '../../deps.ts';
import { tellBalance } from '../credits/tell-balance.ts';

type MoveDeps = Pick<ApiDeps, 'db' | 'log'> & { realtime: Pick<Realtime, 'emitToUser'> };
type Move = Parameters<typeof moveByOperator>[1];

/**
 * Books a grant, refund or adjustment of an operator and tells its owner. Throws not_found, insufficient_credits,
 * validation_failed for a grant or refund that would take.
 */
export async function moveCredits(deps: MoveDeps, move: Move): Promise<Moved> {
  if (move.credits < 0 && move.kind !== 'adjustment') {
    const message = `A ${move.kind} gives credits; to take some, book an adjustment`;
    throw new AppError('validation_failed', { details: { issues: [{ path: 'credits', message }] } });
  }
  await getUserWithBalance(deps.db, move.userId);
  const moved = await moveByOperator(deps.db, move);
  const { userId, kind, credits, operatorId } = move;
  deps.log.info({ userId, kind, credits, operatorId, entryId: moved.entry_id }, 'an operator moved credits');
  await tellBalance(deps, userId, moved);
  return moved;
}
