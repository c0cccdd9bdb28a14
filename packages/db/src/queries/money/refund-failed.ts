import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Moved } from './move-credits.ts';
import { bookOnce } from './operator-credits.ts';

type Failed = Pick<GenerationRow, 'id' | 'user_id' | 'settled'>;

/**
 * Gives its owner back what a failed generation was charged. Undefined: an earlier call did, an operator did, or nothing
 * was charged. The entry's key lets one of many parallel calls through (T5 of reliability.md section 2).
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

/** Counts that its owner asked, whatever came of it. */
export async function markRefundAttempt(on: Queryable, id: string): Promise<GenerationRow | undefined> {
  const [row] = await markAttempt(on, [id]);
  return row;
}

/** What came back of a generation's credits, released or refunded: in all, and the last time with its reason. */
export type ReturnedCredits = {
  generation_id: string;
  credits: number;
  returned_at: Date;
  reason: string | null;
};

const listReturned = preparedQuery<ReturnedCredits>(
  'list-returned-credits',
  `select distinct on (generation_id) generation_id, created_at as returned_at, reason,
          (sum(d_available) over (partition by generation_id))::bigint as credits
     from ledger_entry
    where generation_id = any($1) and kind in ('release', 'refund')
    order by generation_id, id desc`,
);

/** One for each of the generations of which credits came back. Uses ledger_entry_generation. */
export function listReturnedCredits(on: Queryable, ids: readonly string[]): Promise<ReturnedCredits[]> {
  return listReturned(on, [ids]);
}
