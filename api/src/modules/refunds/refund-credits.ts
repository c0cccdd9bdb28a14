import { AppError, type RefundCreditsReply } from '@atelier/contract';
import { getBilledGeneration, listReturnedCredits, markRefundAttempt, refundFailed } from '@atelier/db';
import { notifyBalance, notifyChange } from '@atelier/generations';
import { validate as isUuid } from 'uuid';
import type { RouteDeps } from '../../api.ts';

type RefundDeps = Pick<RouteDeps, 'db' | 'mediaUrl' | 'log' | 'realtime'>;

/**
 * Refunds the charge of a failed generation. Idempotent, also under concurrent requests: credits that were already
 * returned are no error, the reply says how many and when. Throws cannot_refund, not_found, only_failed.
 */
export async function refundCredits(
  deps: RefundDeps,
  userId: string,
  { requestId, reason }: { requestId: unknown; reason: string | undefined },
): Promise<RefundCreditsReply> {
  if (typeof requestId !== 'string' || !isUuid(requestId)) throw new AppError('cannot_refund');
  const generation = await getBilledGeneration(deps.db.pool, requestId, userId);
  if (generation.deleted_at) throw new AppError('not_found');
  if (generation.status !== 'failed') throw new AppError('only_failed');
  const moved = await refundFailed(deps.db, generation);
  const ownReason = (moved && reason?.trim()) || null;
  const counted = await markRefundAttempt(deps.db.pool, generation.id, ownReason);
  if (moved)
    deps.log.info(
      { generationId: generation.id, entryId: moved.entry_id },
      'a failed generation was refunded',
    );
  // Pages show the number of attempts, which is a change of the generation like any other.
  if (counted) await notifyChange(deps, counted);
  if (moved) await notifyBalance(deps, userId, moved);
  const [returned] = await listReturnedCredits(deps.db.pool, [generation.id]);
  if (!returned) throw new AppError('internal_error');
  return {
    success: true,
    refund_status: moved ? 'refunded' : 'duplicate_attempt',
    data: {
      request_id: generation.id,
      refund_amount: returned.credits,
      refunded_at: returned.returned_at.toISOString(),
      reason: returned.reason,
    },
    message: moved ? 'The credits were refunded' : 'These credits were already refunded',
  };
}
