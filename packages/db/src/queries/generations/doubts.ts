// Answers the question about a suspect result: its owner keeps it, or returns it for what it cost.
import { AppError, maxReturnsPerMonth, questionHours } from '@atelier/contract';
import type { Db } from '../../connect.ts';
import type { GenerationRow } from '../../generation-row.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import type { Moved } from '../money/move-credits.ts';
import { bookOnce } from '../money/operator-credits.ts';
import { purgeOwnTrash } from '../trash/purge.ts';
import { markTrashed } from '../trash/trash.ts';

type Owned = Pick<GenerationRow, 'id' | 'user_id' | 'settled'>;

const answer = preparedQuery<GenerationRow>(
  'answer-doubt',
  `update generation g set doubt_answer = $3, revision = revision + 1
    where g.id = $1 and g.user_id = $2 and g.doubt is not null and g.doubt_answer is null and g.deleted_at is null
      and g.status in ('completed', 'partial') and g.finished_at > now() - make_interval(hours => $4)
      and g.doubtful_outputs = (select count(*) from output o
                                 where o.generation_id = g.id and o.storage_key is not null)
    returning *`,
);

async function answerOpen(
  on: Queryable,
  { id, user_id: userId }: Owned,
  said: 'kept' | 'returned',
): Promise<GenerationRow> {
  const [row] = await answer(on, [id, userId, said, questionHours]);
  if (!row) throw new AppError('question_closed');
  return row;
}

/** The result stays as it is, and the question is not asked again. Throws question_closed. */
export function keepDoubtful(on: Queryable, generation: Owned): Promise<GenerationRow> {
  return answerOpen(on, generation, 'kept');
}

const countReturned = preparedQuery<{ returned: number }>(
  'count-returned',
  `select count(*)::integer as returned from generation
    where user_id = $1 and doubt_answer = 'returned' and finished_at > now() - interval '30 days'`,
);

/**
 * Gives back what the result cost and deletes it for good, in one transaction that has locked the account when it counts
 * what was returned before, so that parallel calls are answered one after another. Throws question_closed, also when the
 * charge was refunded before, and return_limit. Uses generation_returned.
 */
export async function returnDoubtful(db: Db, generation: Owned): Promise<Moved> {
  const { id, user_id: userId, settled } = generation;
  const move = {
    userId,
    kind: 'refund',
    credits: settled,
    entryKey: `refund:${id}`,
    generationId: id,
    reason: 'returned',
    actor: 'system',
  } as const;
  if (settled === 0) throw new AppError('question_closed');
  const first = (on: Queryable) => answerOpen(on, generation, 'returned');
  const moved = await bookOnce(db, move, first, async (on) => {
    const [count] = await countReturned(on, [userId]);
    if ((count?.returned ?? 0) > maxReturnsPerMonth) throw new AppError('return_limit');
    await markTrashed(on, { userId, ids: [id], hasFilesDeleted: true });
    await purgeOwnTrash(on, { userId, ids: [id], limit: 1 });
  });
  if (!moved || moved === 'booked_before') throw new AppError('question_closed');
  return moved;
}
