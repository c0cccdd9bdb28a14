import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Moved } from './move-credits.ts';
import { bookOnce } from './operator-credits.ts';

type Failed = Pick<GenerationRow, 'id' | 'user_id' | 'settled'>;

/** Reason in the ledger, which never changes and outlives the account; the owner's own words are on the generation. */
const reason = 'requested';

/**
 * Refunds to its owner what a failed generation was charged. Undefined: an earlier call or an operator has refunded it,
 * or nothing was charged. The unique key of the entry lets only one of many parallel calls through.
 */
export async function refundFailed(db: Db, generation: Failed): Promise<Moved | undefined> {
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
  `update generation
      set refund_attempts = refund_attempts + 1, refund_reason = coalesce(refund_reason, $2), revision = revision + 1
    where id = $1 returning *`,
);

/** Counts the owner's request, whatever its outcome; `ownReason` is what they wrote with the one that refunded. */
export async function markRefundAttempt(
  on: Queryable,
  id: string,
  ownReason: string | null,
): Promise<GenerationRow | undefined> {
  const [row] = await markAttempt(on, [id, ownReason]);
  return row;
}
