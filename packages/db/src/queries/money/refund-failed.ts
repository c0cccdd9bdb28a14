import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Moved } from './move-credits.ts';
import { bookOnce } from './operator-credits.ts';

type Failed = Pick<GenerationRow, 'id' | 'user_id' | 'settled'>;

/**
 * Refunds to its owner what a failed generation was charged. Undefined: an earlier call or an operator has refunded it,
 * or nothing was charged. The unique key of the entry lets only one of many parallel calls through.
 */
export async function refundFailed(db: Db, generation: Failed, reason: string): Promise<Moved | undefined> {
  if (generation.settled === 0) return undefined;
  const moved = await bookOnce(db, {
    userId: generation.user_id,
    kind: 'refund',
    credits: generation.settled,
    entryKey: `refund:${generation.id}`,
    generationId: generation.id,
    reason,
    actor: 'system',
  });
  return moved === 'booked_before' ? undefined : moved;
}

const markAttempt = preparedQuery<GenerationRow>(
  'mark-refund-attempt',
  `update generation set refund_attempts = refund_attempts + 1, revision = revision + 1 where id = $1 returning *`,
);

/** Counts the owner's request, whatever its outcome. */
export async function markRefundAttempt(on: Queryable, id: string): Promise<GenerationRow | undefined> {
  const [row] = await markAttempt(on, [id]);
  return row;
}
